// Checks the dice of a match in the browser: all that is needed are the file
// match.json and SHA-256. u8, u16, u32, u64 are big-endian numbers, lp(x) is
// the length of x as u16, then x.
//
//   link i-1   = SHA-256( lp("tbd1/link") u8(255) u16(0) gid u32(i) link i ), down to the head
//   context    = SHA-256( lp("tbd1/ctx") gid head u8(2) and for each seat lp("") lp(contribution) )
//   event key  = HMAC( link e, lp("tbd1/event") context gid u32(e) u8(2) u8(0) u8(0) u8(0) )
//   block t    = HMAC( event key, lp("tbd1/draw") lp(label) u16(k) u16(n) u32(t) )
//   face       = 1 + b mod n, b the first byte of block 0, 1, … that is below n·⌊256/n⌋
//   transcript = SHA-256( lp("tbd1/log") context ), then after each event
//                SHA-256( lp("tbd1/log") transcript record )
//
// E, the dice event, grows with the first throw after something that is no throw;
// k counts the throws of a label within e from 0.

const join = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const number = (size) => (n) => Array.from({ length: size }, (_, i) => Number((BigInt(n) >> BigInt(8 * (size - 1 - i))) & 255n));
const [u8, u16, u32, u64] = [1, 2, 4, 8].map(number);
const lp = (x) => {
  const bytes = typeof x === "string" ? new TextEncoder().encode(x) : x;
  return join(u16(bytes.length), bytes);
};

const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));

async function hmac(key, ...parts) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign(algorithm, imported, join(...parts)));
}

// Flaw is what is wrong with a match: a sentence for people.
class Flaw extends Error {}

function must(holds, sentence) {
  if (!holds) throw new Flaw(sentence);
}

function bytes(text, size, what) {
  must(new RegExp(`^[0-9a-f]{${2 * size}}$`).test(text), `${what} is not written as ${2 * size} hexadecimal digits.`);
  return new Uint8Array(text.match(/../g).map((pair) => parseInt(pair, 16)));
}

async function face(key, { label, k, n }) {
  for (let t = 0; ; t++) {
    const block = await hmac(key, lp("tbd1/draw"), lp(label), u16(k), u16(n), u32(t));
    const b = block.find((b) => b < n * Math.floor(256 / n));
    if (b !== undefined) return 1 + (b % n);
  }
}

function record({ seq, at, seat, act, text, draws = [] }, e, link) {
  const throws = draws.map(({ label, k, n, value }) => join(lp(label), u16(k), u16(n), u16(value)));
  return join(u32(seq), u8(seat), lp(act), lp(text), u32(e), u8(draws.length), ...throws, lp(link), lp(""), u64(at));
}

// check goes through the log event by event and returns how many throws it holds.
async function check(proof) {
  const gid = bytes(proof.gid, 16, "The gid");
  const head = bytes(proof.head, 32, "The value shown before the match");
  must(proof.heads.join() === ",", "This match has dice of another level, which this page cannot check.");
  const seats = proof.contributions.map((text) => join(lp(""), lp(text)));
  const context = await sha256(lp("tbd1/ctx"), gid, head, u8(seats.length), ...seats);
  let transcript = await sha256(lp("tbd1/log"), context);
  let [link, key, e, throwing, total] = [head, null, 0, false, 0];
  let counts = new Map();
  for (const [i, event] of proof.log.entries()) {
    const { seq, at, seat, act, text, draws = [] } = event;
    const where = `Event ${i + 1}`;
    must(seq === i + 1, `${where} has the number ${seq}.`);
    must(Number.isSafeInteger(at) && at >= (i ? proof.log[i - 1].at : 0), `${where} has no time that fits.`);
    must([0, 1, 255].includes(seat), `${where} has no seat that there is.`);
    if (!draws.length) {
      must(!("e" in event) && !("link" in event), `${where} has a link without a throw.`);
    } else if (throwing) {
      must(event.e === e && event.link === hex(link), `${where} throws with another link than the event before.`);
    } else {
      [e, counts] = [e + 1, new Map()];
      must(event.e === e, `${where} has the dice event ${event.e} where ${e} is due.`);
      const above = hex(link);
      link = bytes(event.link, 32, `${where}: the link`);
      const down = await sha256(lp("tbd1/link"), u8(255), u16(0), gid, u32(e), link);
      must(hex(down) === above, `${where}: the link does not lead down to the value shown before the match.`);
      key = await hmac(link, lp("tbd1/event"), context, gid, u32(e), u8(2), u8(0), u8(0), u8(0));
    }
    for (const draw of draws) {
      const k = counts.get(draw.label) ?? 0;
      counts.set(draw.label, k + 1);
      must(draw.k === k, `${where}: throw ${draw.k} of "${draw.label}" stands where throw ${k} is due.`);
      must(Number.isInteger(draw.n) && draw.n > 0 && draw.n <= 256, `${where} throws a die that there cannot be.`);
      const want = await face(key, draw);
      must(draw.value === want, `${where} shows a ${draw.value} where the dice give ${want}.`);
    }
    const values = draws.map((draw) => draw.value);
    if (i === 0) {
      const seats = draws.length ? [values[0] - 1] : [0, 1];
      const first = seats.map((n) => `${n} ${proof.game}/${proof.variant}`).includes(text);
      must(act === "seats" && first, "The first event does not say who sits where in this game.");
    } else {
      must((act === "roll") === draws.length > 0 && (act !== "roll" || text === values.join(" ")), `${where}: text and throws differ.`);
    }
    throwing = draws.length > 0;
    total += draws.length;
    transcript = await sha256(lp("tbd1/log"), transcript, record(event, throwing ? e : 0, throwing ? link : []));
  }
  must(hex(transcript) === proof.transcript, "The transcript is not that of this log: something in it was changed.");
  return total;
}

// verify checks a match.json that was read, and says in a sentence what came out.
export async function verify(proof) {
  try {
    const total = await check(proof);
    return { ok: true, sentence: `All ${total} throws follow from the value that was shown before the match began.` };
  } catch (error) {
    const known = error instanceof Flaw ? error.message : "It is not written as a match should be.";
    return { ok: false, sentence: `This match does not hold. ${known}` };
  }
}

async function read(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function sentenceOf(address) {
  if (!globalThis.crypto?.subtle) return "This browser checks dice only on a page that came over https.";
  const proof = await read(address);
  return proof ? (await verify(proof)).sentence : "The match could not be fetched. Please try again.";
}

globalThis.document?.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-dice-check]");
  if (!button) return;
  let place = button;
  while (place && !place.querySelector("[data-dice-result]")) place = place.parentElement;
  const result = place?.querySelector("[data-dice-result]");
  if (!result) return;
  result.textContent = "Checking the dice…";
  result.textContent = await sentenceOf(button.dataset.src);
});
