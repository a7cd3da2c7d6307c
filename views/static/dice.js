// Has the dice of a match checked when that is asked for. What checks them is another script, which only then is loaded.

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
    if (proof) return verify(proof).sentence;
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
