// Lets a reader try the operations of the API on its reference page, as curl would: with the token that they type, which
// is kept in this page alone, and without the cookie of their session.

const longest = 20000; // signs of an answer that are shown
const told = ["ETag", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "WWW-Authenticate"];

const make = (name, props = {}, ...children) => {
  const e = Object.assign(document.createElement(name), props);
  e.append(...children);
  return e;
};

let fields = 0; // so far, for ids of their own
const field = (label, input, hint) => {
  input.id = "try-" + ++fields;
  return make("div", { className: "field" }, make("label", { htmlFor: input.id, textContent: label }), ...(hint ? [make("p", { className: "hint", textContent: hint })] : []), input);
};

const text = (props) => make("input", { autocomplete: "off", spellcheck: false, ...props });

// The token stands once above all operations.
const token = text({ type: "password" });

// rowsOf returns what the section of an operation says is to be sent: pairs of a name and where it belongs.
const rowsOf = (line) => {
  const rows = [];
  for (let e = line.nextElementSibling; e && !/^H[123]$/.test(e.tagName); e = e.nextElementSibling) {
    const table = e.querySelector("table") ?? (e.tagName === "TABLE" ? e : null);
    if (table?.querySelector("th")?.textContent !== "Send") continue;
    for (const tr of table.tBodies[0].rows) rows.push({ name: tr.cells[0].textContent, where: tr.cells[1].textContent });
  }
  return rows;
};

// exampleOf is the body of the request that the section of an operation has as its example.
const exampleOf = (line) => {
  for (let e = line.nextElementSibling; e && !/^H[123]$/.test(e.tagName); e = e.nextElementSibling) {
    if (e.tagName === "PRE") return e.textContent.slice(e.textContent.indexOf("\n") + 1).trim() || "{}";
  }
  return "{}";
};

// shown is what came back, as somebody reads it. Of a stream it is what comes first.
const shown = async (answer) => {
  const head = [`${answer.status} ${answer.statusText}`.trim(), ...told.filter((h) => answer.headers.has(h)).map((h) => `${h}: ${answer.headers.get(h)}`)].join("\n");
  const type = answer.headers.get("Content-Type") ?? "";
  let body = "";
  if (/ndjson|event-stream|jsonl/.test(type)) {
    const reader = answer.body.getReader();
    body = new TextDecoder().decode((await reader.read()).value) + "…";
    await reader.cancel();
  } else {
    body = await answer.text();
    if (/json/.test(type)) body = JSON.stringify(JSON.parse(body), null, 2);
  }
  return head + "\n\n" + (body.length > longest ? body.slice(0, longest) + "…" : body);
};

const offer = (line, method, path) => {
  const rows = rowsOf(line);
  const inputs = ["path", "query"].flatMap((where) => rows.filter((row) => row.where === where)).map((row) => ({ ...row, input: text({ required: row.where === "path" }) }));
  const body = method === "POST" || method === "PUT" ? make("textarea", { rows: 6, spellcheck: false, value: exampleOf(line) }) : null;
  const output = make("pre", { tabIndex: 0, hidden: true });
  const button = make("button", { textContent: "Send" });
  const form = make("form", { className: "fields" }, ...inputs.map((i) => field(i.name, i.input, i.where === "path" ? "in the path" : "in the query; may stay empty")), ...(body ? [field("Body, as JSON", body)] : []), make("div", { className: "go" }, button));
  if (method !== "GET") form.prepend(make("p", { className: "quiet", textContent: "This is no rehearsal: what you send is done." }));
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const query = new URLSearchParams(inputs.filter((i) => i.where === "query" && i.input.value).map((i) => [i.name, i.input.value]));
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inputs.find((i) => i.name === name)?.input.value ?? ""));
    const headers = { ...(token.value && { Authorization: "Bearer " + token.value.trim() }), ...(body && { "Content-Type": "application/json" }) };
    button.disabled = true;
    output.hidden = false;
    output.textContent = "Sent. No answer yet.";
    try {
      output.textContent = await shown(await fetch(filled + (query.size ? "?" + query : ""), { method, headers, body: body?.value, credentials: "omit", cache: "no-store" }));
    } catch (err) {
      output.textContent = "No answer came: " + err.message;
    }
    button.disabled = false;
  });
  line.nextElementSibling.after(make("details", { className: "trial" }, make("summary", { textContent: "Try it" }), form, output));
};

const article = document.querySelector("article.manual");
article.querySelector("nav.contents").after(make("form", { className: "fields", onsubmit: () => false }, field("Your token, to try things", token, "It stays on this page: nothing is stored, and it is gone when you leave. What needs no token works without.")));
for (const line of article.querySelectorAll("h3 + p")) {
  const call = /^(GET|POST|PUT|DELETE) (\/\S+)$/.exec(line.textContent.trim());
  if (call) offer(line, call[1], call[2]);
}
