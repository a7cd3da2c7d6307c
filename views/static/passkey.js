// Passkeys. A form with data-passkey says what for; when it is sent without an answer, the browser is asked for one,
// and the form is sent with it. Where the browser knows no passkeys, or there is no script, such forms are not shown:
// the password, or a recovery code, does the same.
(() => {
  "use strict";

  if (!window.PublicKeyCredential || !window.isSecureContext) return;

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  // asked turns what the site asks, in JSON, into what the browser takes.
  function asked(options) {
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    for (const list of [options.excludeCredentials, options.allowCredentials]) {
      for (const key of list ?? []) key.id = bytes(key.id);
    }
    return options;
  }

  // answered writes what the browser answers as JSON.
  function answered(key) {
    const r = key.response;
    const response = { clientDataJSON: text(r.clientDataJSON) };
    for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (r[name]) response[name] = text(r[name]);
    }
    if (r.getTransports) response.transports = r.getTransports();
    return JSON.stringify({
      id: key.id, rawId: text(key.rawId), type: key.type, response, clientExtensionResults: {},
      authenticatorAttachment: key.authenticatorAttachment ?? undefined,
    });
  }

  async function ask(form) {
    const said = form.querySelector("[data-said]");
    said.textContent = "";
    const body = new URLSearchParams({ for: form.dataset.passkey, half: form.elements.namedItem("half")?.value ?? "" });
    try {
      const reply = await fetch("/passkeys/challenge", { method: "POST", body });
      if (!reply.ok) throw new Error(await reply.text());
      const { options, ticket } = await reply.json();
      const publicKey = asked(options.publicKey);
      const key = form.dataset.passkey === "add" ? await navigator.credentials.create({ publicKey }) : await navigator.credentials.get({ publicKey });
      form.elements.namedItem("ticket").value = ticket;
      form.elements.namedItem("answer").value = answered(key);
      form.submit();
    } catch (problem) {
      said.textContent = problem.name === "InvalidStateError" ? "This device has a passkey for the account already." :
        problem.name === "NotAllowedError" ? "No passkey was used. Try again, or go on without one." : "That did not work. Try again, or go on without a passkey.";
    }
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask(form);
    });
  }
})();
