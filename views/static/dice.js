// Has the dice of a match checked when that is asked for; what checks them is another script, which only then is loaded.
// And keeps the receipts that the site gives for what has happened in a match, so that it can be held to them later.

async function read(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function sentenceOf({ src, checker }) {
  try {
    const [{ verify }, proof] = await Promise.all([import(checker), read(src)]);
    if (proof) return verify(proof, Object.entries(load(place()).t).map(([n, t]) => [Number(n), t])).sentence;
  } catch {
    // the script could not be fetched either
  }
  return "The match could not be fetched. Please try again.";
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-dice-check]");
  if (!button) return;
  let place = button;
  while (place && !place.querySelector("[data-dice-result]")) place = place.parentElement;
  const result = place?.querySelector("[data-dice-result]");
  if (!result) return;
  result.textContent = "Checking the dice…";
  result.textContent = await sentenceOf(button.dataset);
});

// A receipt is a note of lines: tbd2/receipt, the site, the game, the number of an event, the value T that stands for the game
// up to there, the moment, a round. Of each game are kept the last one whole and the T of those before; of so many games.
const begin = "receipt ";
const mostGames = 200;

const place = () => begin + document.getElementById("match")?.dataset.url;

function load(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    if (kept && kept.t) return kept;
  } catch {
    // whatever that was
  }
  return { n: 0, t: {}, note: "", at: 0 };
}

function store(key, kept) {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    const games = Object.keys(localStorage).filter((k) => k.startsWith(begin));
    if (games.length <= mostGames) return;
    games.sort((a, b) => load(a).at - load(b).at);
    for (const old of games.slice(0, games.length - mostGames)) localStorage.removeItem(old);
  } catch {
    // the browser keeps nothing
  }
}

// keep keeps a receipt, and returns what is wrong with it beside those of before, in a sentence; "" for nothing.
export function keep(key, note) {
  const lines = note.split("\n");
  const [n, t] = [Number(lines[3]), lines[4]];
  if (lines[0] !== "tbd2/receipt" || !Number.isInteger(n) || !/^[0-9a-f]{64}$/.test(t)) return "";
  const kept = load(key);
  if (n < kept.n) return `This game has gone back: the site has signed its event ${kept.n} before, and now signs event ${n}. Unless the site says here that it was restored from a backup, keep the receipt and ask why.`;
  if (kept.t[n] && kept.t[n] !== t) return `This game was changed: the site has signed another event ${n} before. Your browser keeps that receipt.`;
  if (n > kept.n) {
    kept.t[n] = t;
    store(key, { n, t: kept.t, note, at: Date.now() });
  }
  return "";
}

// What a page says may be some seconds old, so before a game is said to have gone back the receipt is asked for anew.
const again = 5000;

async function newest(key) {
  await new Promise((done) => setTimeout(done, again));
  const answer = await fetch(document.getElementById("match").dataset.url + "/receipt.txt", { cache: "no-store" });
  return answer.ok ? keep(key, await answer.text()) : "";
}

async function look() {
  const note = document.getElementById("throws")?.dataset.receiptText;
  const result = document.querySelector("#dice [data-dice-result]");
  if (!note || !result) return;
  const key = place();
  let wrong = keep(key, note);
  if (wrong) wrong = await newest(key).catch(() => wrong);
  if (wrong) result.textContent = wrong;
}

look();
const dice = document.getElementById("dice");
if (dice) new MutationObserver(look).observe(dice, { childList: true });
