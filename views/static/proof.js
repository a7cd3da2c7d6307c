// Checks the dice of a match in the browser: all that is needed are the file
// match.json and SHA-256, which stands below, since browsers lend theirs to pages
// that came over https alone. u8, u16, u32, u64 are big-endian numbers, lp(x) is
// the length of x as u16, then x.
//
// The scheme tbd2 (match.json says so):
//
//   link i-1   = SHA-256( 0xd2 u8(255) u8(run) u16(gen) u16(i) gid link i ), down to the head of a generation of 128
//   context    = SHA-256( lp("tbd2/ctx") gid u8(run) seal head lp(prior) lp(tour) u8(2) and for each seat lp(contribution) u8(0), then beacon )
//   event key  = HMAC( link, lp("tbd2/event") context u32(e) u8(2) u8(0) u8(0) u8(0) )
//   block t    = HMAC( event key, lp("tbd2/draw") lp(label) u16(k) u32(n) u32(t) )
//   seal       = SHA-256( lp("tbd2/seal") gid u8(run) key )
//   link 128   = HKDF( key, gid, lp("tbd2/seed") u8(run) u16(gen) )
//   key        = HKDF( key of the tournament, gid, lp("tbd2/match") u8(run) )
//   commitment = SHA-256( lp("tbd2/sk") u32(epoch) lp(scope) key of the tournament ), and the leaf is lp("tbd2/leaf/open") commitment, that key, u64(time)
//   key of the tournament = HKDF( key of the dice, "", lp("tbd2/scope") u32(epoch) lp(scope) )
//   its own commitment    = SHA-256( lp("tbd2/mk") u32(epoch) key of the dice ), in a leaf of the same kind
//
// The scheme tbd1:
//
//   link i-1   = SHA-256( lp("tbd1/link") u8(255) u16(0) gid u32(i) link i ), down to the head
//   context    = SHA-256( lp("tbd1/ctx") gid head u8(2) and for each seat lp("") lp(contribution) )
//   event key  = HMAC( link e, lp("tbd1/event") context gid u32(e) u8(2) u8(0) u8(0) u8(0) )
//   block t    = HMAC( event key, lp("tbd1/draw") lp(label) u16(k) u16(n) u32(t) )
//
// Both:
//
//   face       = 1 + b mod n, b the first byte of block 0, 1, … that is below n·⌊256/n⌋; two bytes for n > 256
//   transcript = SHA-256( lp("tbd…/log") context ), then after each event
//                SHA-256( lp("tbd…/log") transcript record )
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

// The constants of SHA-256 (FIPS 180-4): 32 bits behind the point of the square roots of the first 8 primes, and of
// the cube roots of the first 64.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const behindPoint = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const begin = primes.slice(0, 8).map((p) => behindPoint(Math.sqrt(p)));
const rounds = primes.map((p) => behindPoint(Math.cbrt(p)));

export function sha256(...parts) {
  const text = join(...parts);
  const padding = new Uint8Array(((119 - (text.length % 64)) % 64) + 1);
  padding[0] = 128;
  const data = new DataView(join(text, padding, u64(8 * text.length)).buffer);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  let state = begin;
  for (let at = 0; at < data.byteLength; at += 64) {
    const w = Array.from({ length: 16 }, (_, i) => data.getInt32(at + 4 * i));
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] = (w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + w[i];
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) | 0);
  }
  return join(...state.map((x) => u32(x >>> 0)));
}

// Keys have at most 64 bytes here.
function hmac(key, ...parts) {
  const pad = (b) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ b);
  return sha256(pad(0x5c), sha256(pad(0x36), ...parts));
}

const hkdf = (secret, salt, ...info) => hmac(hmac(salt, secret), ...info, u8(1));

// Flaw is what is wrong with a match: a sentence for people.
class Flaw extends Error {}

function must(holds, sentence) {
  if (!holds) throw new Flaw(sentence);
}

function bytes(text, size, what) {
  must(new RegExp(`^[0-9a-f]{${2 * size}}$`).test(text), `${what} is not written as ${2 * size} hexadecimal digits.`);
  return new Uint8Array(text.match(/../g).map((pair) => parseInt(pair, 16)));
}

// maybe is bytes of what may be "".
const maybe = (text, size, what) => (text === "" ? [] : bytes(text, size, what));

function fair(n, block) {
  const size = n > 256 ? 2 : 1;
  const most = n * Math.floor(256 ** size / n);
  for (let t = 0; ; t++) {
    const values = block(t);
    for (let i = 0; i < values.length; i += size) {
      const v = size === 1 ? values[i] : 256 * values[i] + values[i + 1];
      if (v < most) return 1 + (v % n);
    }
  }
}

// A scheme says how the dice of a match are made. Link leads a link down, and says what is above which it must come out.

function firstScheme(proof) {
  const gid = bytes(proof.gid, 16, "The gid");
  const head = bytes(proof.head, 32, "The value shown before the match");
  must(proof.heads.join() === ",", "This match has dice of another level, which this page cannot check.");
  const context = sha256(lp("tbd1/ctx"), gid, head, u8(2), ...proof.contributions.map((text) => join(lp(""), lp(text))));
  let above = head;
  return {
    sides: 256,
    start: sha256(lp("tbd1/log"), context),
    face: (draw) => draw.value,
    down(e, link) {
      const holds = hex(sha256(lp("tbd1/link"), u8(255), u16(0), gid, u32(e), link)) === hex(above);
      above = link;
      return holds;
    },
    key: (e, link) => hmac(link, lp("tbd1/event"), context, gid, u32(e), u8(2), u8(0), u8(0), u8(0)),
    block: (key, { label, k, n }) => (t) => hmac(key, lp("tbd1/draw"), lp(label), u16(k), u16(n), u32(t)),
    after(transcript, { seq, at, seat, act, text, draws = [] }, e, link) {
      const throws = draws.map(({ label, k, n, value }) => join(lp(label), u16(k), u16(n), u16(value)));
      return sha256(lp("tbd1/log"), transcript, u32(seq), u8(seat), lp(act), lp(text), u32(e), u8(draws.length), ...throws, lp(link), lp(""), u64(at));
    },
    end: () => "",
  };
}

const sentences = {
  A0: "The site alone made these dice. No throw could be changed once the first was shown; that they were not picked, you take on trust.",
  A: "Nobody can change a throw, and the site alone could not pick the dice. It can know coming throws.",
  AS: "Nobody could pick these dice, not even the site together with a player. It can know coming throws.",
};

// ofOpened makes the key of a run again from that of its tournament, and from the key of the dice, if the file has the leaves that
// open them. A tournament has another key from the one on by which its dice were made anew after a key was lost.
function ofOpened({ anchors, epoch, scope, runs }, gid, { run, seal, epoch: made = epoch }) {
  const kind = lp("tbd2/leaf/open");
  let said = "";
  for (const { data } of anchors.filter((a) => a.data.startsWith(hex(kind)))) {
    const [commitment, key] = [kind.length, kind.length + 32].map((at) => bytes(data.slice(2 * at, 2 * at + 64), 32, "An opened key"));
    const ofDice = (by) => hex(sha256(lp("tbd2/mk"), u32(by), key)) === hex(commitment);
    const opens = (by) => ofDice(by) || hex(sha256(lp("tbd2/sk"), u32(by), lp(scope), key)) === hex(commitment);
    must(runs.some((r) => opens(r.epoch ?? epoch)), "An opened key is not the one that was committed to.");
    if (!opens(made)) continue;
    const [above, what] = ofDice(made) ? [hkdf(key, [], lp("tbd2/scope"), u32(made), lp(scope)), "dice"] : [key, "tournament"];
    const own = hkdf(above, gid, lp("tbd2/match"), u8(run));
    must(hex(sha256(lp("tbd2/seal"), gid, u8(run), own)) === seal, `The key of the match does not follow from the key of the ${what}: it was picked.`);
    said += ` It follows from the key of the ${what}, which is open too.`;
  }
  return said;
}

// oneRun is one run of the dice of a match: from its base on it throws the dice events.
function oneRun(proof, gid, one, i) {
  const { run, base, seal, head, prior, tour, seats, beacon } = one;
  must(run === i && (i > 0) === (prior !== "") && Number.isSafeInteger(base) && (i > 0 || base === 0), `Run ${i} of these dice does not begin where it must.`);
  must(seats.length === 2 && seats.every((s) => s.cid === "" && s.head === ""), "This match has dice of another level, which this page cannot check.");
  const start = beacon
    ? join(u8(1), lp(bytes(beacon.chain, 32, "The chain of the public value")), u64(beacon.round), lp(sha256(bytes(beacon.signature, beacon.signature.length / 2, "The signature of the public value"))))
    : u8(0);
  const sealed = bytes(seal, 32, "The commitment");
  const first = bytes(head, 32, "The value shown before the match");
  const context = sha256(
    lp("tbd2/ctx"), gid, u8(run), sealed, first, lp(maybe(prior, 32, "What the dice go on from")), lp(maybe(tour, 32, "What was entered")),
    u8(2), ...seats.map((s) => join(lp(s.contribution), u8(0))), start,
  );
  const down = (gen, i, link) => sha256(u8(0xd2), u8(255), u8(run), u16(gen), u16(i), gid, link);
  const heads = [first];
  let above = first;
  const gave = seats.filter((s) => !s.bot).map((s) => s.contribution !== "");
  return {
    base,
    context,
    prior,
    heads,
    label: !gave.length || gave.includes(false) ? "A0" : beacon || tour ? "AS" : "A",
    down(e, link) {
      const [gen, i] = [Math.floor((e - base - 1) / 128), ((e - base - 1) % 128) + 1];
      const holds = hex(down(gen, i, link)) === hex(i === 1 ? heads[gen] : above);
      above = link;
      return holds;
    },
    opened(text) {
      const key = bytes(text, 32, "The key of the match");
      must(hex(sha256(lp("tbd2/seal"), gid, u8(run), key)) === seal, "The key of the match is not the one that was committed to.");
      heads.forEach((shown, gen) => {
        let link = hkdf(key, gid, lp("tbd2/seed"), u8(run), u16(gen));
        for (let i = 128; i > 0; i--) link = down(gen, i, link);
        must(hex(link) === hex(shown), "A chain of the match does not follow from its key: it was picked.");
      });
    },
    ofOpened: () => ofOpened(proof, gid, one),
  };
}

function secondScheme(proof) {
  const gid = bytes(proof.gid, 16, "The gid");
  must((proof.key === "") === (proof.scope === "0"), "A game of a tournament has a place in it, and no other has.");
  if (proof.key !== "") {
    const named = sha256(lp("tbd2/gid"), lp(proof.scope), lp(proof.key)).slice(0, 16);
    must(hex(named) === proof.gid, "The gid is not the one that follows from the game's place.");
  }
  must(proof.runs.length > 0, "The file has no run of the dice.");
  const runs = proof.runs.map((run, i) => oneRun(proof, gid, run, i));
  const of = (e) => runs.findLast(({ base }) => e > base) ?? runs[0];
  let [last, anew] = [0, ""];
  let broken = 0;
  // breaks checks that a run goes on from the very event before its break; of a duplicate pair, from the log of the first game.
  const breaks = (transcript, { seq, at, text }) => {
    const run = runs[++broken];
    must(run && text.startsWith(`${broken} `) && text.endsWith(` ${hex(run.context)}`), `Event ${seq} makes the dice anew, and no run of the file begins there.`);
    must(run.base === last || (proof.key !== "" && run.base > last), `Run ${broken} does not begin after the throws before event ${seq}.`);
    must(proof.twin || run.prior === hex(transcript), `Run ${broken} does not go on from the event before event ${seq}.`);
    const why = text.slice(text.indexOf(" ") + 1, text.lastIndexOf(" "));
    anew += ` The dice were made anew on ${new Date(at).toISOString().slice(0, 10)}: ${why}${/[.!?]$/.test(why) ? "" : "."}`;
  };
  return {
    sides: 65536,
    start: sha256(lp("tbd2/log"), runs[0].context),
    face: (draw) => draw.face,
    down(e, link) {
      last = e;
      return of(e).down(e, link);
    },
    key: (e, link) => hmac(link, lp("tbd2/event"), of(e).context, u32(e), u8(2), u8(0), u8(0), u8(0)),
    block: (key, { label, k, n }) => (t) => hmac(key, lp("tbd2/draw"), lp(label), u16(k), u32(n), u32(t)),
    after(transcript, event, e, link, fresh) {
      const { seq, at, seat, act, text, draws = [], players, beacon, next } = event;
      const record = join(u32(seq), u8(seat), lp(act), lp(text), u64(at), u8(draws.length));
      if (act === "break") breaks(transcript, event);
      if (!draws.length) return sha256(lp("tbd2/log"), transcript, record);
      const { base, heads } = of(e);
      must(players.length === 2 && !players[0] && !players[1] && !beacon, "This match has dice of another level, which this page cannot check.");
      must((next !== "") === (fresh && (e - base) % 128 === 120), `Event ${seq} does not show the fingerprint of the next chain as it must.`);
      const head = maybe(next, 32, `Event ${seq}: the fingerprint of the next chain`);
      if (next !== "") heads.push(head);
      const throws = draws.map(({ label, k, n, face }) => join(lp(label), u16(k), u32(n), u32(face)));
      return sha256(lp("tbd2/log"), transcript, record, u32(e), ...throws, link, u8(2), u8(0), u8(0), u8(0), lp(head));
    },
    end() {
      must(broken === runs.length - 1, `Run ${broken + 1} has no break in the log.`);
      let opened = "";
      if (proof.opened.length) {
        must(proof.opened.length === runs.length, "Not each run of these dice has an open key.");
        proof.opened.forEach((key, i) => runs[i].opened(key));
        opened = " The key is open: nothing was picked.";
      }
      const follows = runs.map((run) => run.ofOpened());
      if (!follows.includes("")) opened += follows[0];
      const [, , after] = proof.key.split("~");
      if (after) anew += ` How often the dice of the site had been made anew before this match began: ${after}.`;
      const label = ["A0", "A", "AS"].find((weakest) => runs.some((run) => run.label === weakest));
      return ` Label ${label}: ${sentences[label]}${anew}${opened} Signatures, the log and public values are not proved here.`;
    },
  };
}

// signed compares what the site has signed of a match before, as [event, T after it], with how the log goes on.
function signed(kept, seq, transcript) {
  for (const [n, t] of kept) must(n !== seq || t === transcript, `The site has signed another event ${n} of this game before.`);
}

// check goes through the log event by event and says what was found. Kept are receipts from before.
function check(proof, kept) {
  const second = proof.scheme === "tbd2";
  must(second || proof.scheme === undefined, "This page does not know the scheme of these dice.");
  const scheme = second ? secondScheme(proof) : firstScheme(proof);
  let transcript = scheme.start;
  let [link, key, e, throwing, total] = [null, null, 0, false, 0];
  let counts = new Map();
  for (const [i, event] of proof.log.entries()) {
    const { seq, at, seat, act, text, draws = [] } = event;
    const where = `Event ${i + 1}`;
    must(seq === i + 1, `${where} has the number ${seq}.`);
    must(Number.isSafeInteger(at) && at >= (i ? proof.log[i - 1].at : 0), `${where} has no time that fits.`);
    must([0, 1, 255].includes(seat), `${where} has no seat that there is.`);
    const fresh = draws.length > 0 && !throwing;
    if (!draws.length) {
      must(!("e" in event) && !("link" in event), `${where} has a link without a throw.`);
    } else if (throwing) {
      must(event.e === e && event.link === hex(link), `${where} throws with another link than the event before.`);
    } else {
      [e, counts] = [e + 1, new Map()];
      must(event.e === e, `${where} has the dice event ${event.e} where ${e} is due.`);
      link = bytes(event.link, 32, `${where}: the link`);
      must(scheme.down(e, link), `${where}: the link does not lead down to the value shown before the match.`);
      key = scheme.key(e, link);
    }
    for (const draw of draws) {
      const k = counts.get(draw.label) ?? 0;
      counts.set(draw.label, k + 1);
      must(draw.k === k, `${where}: throw ${draw.k} of "${draw.label}" stands where throw ${k} is due.`);
      must(Number.isInteger(draw.n) && draw.n > 0 && draw.n <= scheme.sides, `${where} throws a die that there cannot be.`);
      const want = fair(draw.n, scheme.block(key, draw));
      must(scheme.face(draw) === want, `${where} shows a ${scheme.face(draw)} where the dice give ${want}.`);
    }
    const values = draws.map(scheme.face);
    if (i === 0) {
      const seats = draws.length ? [values[0] - 1] : [0, 1];
      const first = seats.map((n) => `${n} ${proof.game}/${proof.variant}`).includes(text);
      must(act === "seats" && first, "The first event does not say who sits where in this game.");
    } else {
      must((act === "roll") === draws.length > 0 && (act !== "roll" || text === values.join(" ")), `${where}: text and throws differ.`);
    }
    throwing = draws.length > 0;
    total += draws.length;
    transcript = scheme.after(transcript, event, throwing ? e : 0, throwing ? link : [], fresh);
    signed(kept, seq, hex(transcript));
  }
  for (const [n] of kept) must(n <= proof.log.length, `The site has signed event ${n} of this game before, and here it ends with event ${proof.log.length}.`);
  must(hex(transcript) === proof.transcript, "The transcript is not that of this log: something in it was changed.");
  return `All ${total} throws follow from the value that was shown before the match began.${scheme.end()}${kept.length ? " It is the game that the receipts kept in this browser are of." : ""}`;
}

// verify checks a match.json that was read, and says in a sentence what came out. Kept are receipts, as [event, T after it].
export function verify(proof, kept = []) {
  try {
    return { ok: true, sentence: check(proof, kept) };
  } catch (error) {
    const known = error instanceof Flaw ? error.message : "It is not written as a match should be.";
    return { ok: false, sentence: `This match does not hold. ${known}` };
  }
}
