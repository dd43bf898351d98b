// The script of an ERP's page; `?elements=…` names the elements that it shows.
const query = new URLSearchParams(location.search);
const log = document.querySelector('#erp-log');

/** Every event of the elements, and every key that reached the host's shortcuts. */
window.erp = { events: [], keys: [], tokenRequests: 0, show, fetchToken };

/** The host's server signs a token for the person who is signed in to the ERP; the key stays there. */
async function fetchToken({ module, company }) {
  window.erp.tokenRequests += 1;
  const answer = await fetch(`/primazia-token?module=${module}&company=${company ?? ''}`, {
    method: 'POST',
  });
  if (!answer.ok) throw new Error(`The ERP's server answered ${answer.status}`);
  return (await answer.json()).token;
}

const TAGS = { pricing: 'primazia-pricing', integrations: 'primazia-integrations' };
const EVENTS = [
  'ready',
  'error',
  'navigated',
  'token-needed',
  'price-approved',
  'price-cancelled',
  'price-undone',
  'rule-saved',
  'bulk-started',
];
const PASSED_ON = ['company', 'locale', 'theme', 'sync-url', 'base-url', 'token'];

function show(tag, place) {
  const element = document.createElement(tag);
  for (const name of PASSED_ON) {
    const value = query.get(name);
    if (value !== null) element.setAttribute(name, value);
  }
  if (query.get('callback') !== 'none') element.refreshToken = fetchToken;
  place.append(element);
  return element;
}

for (const name of EVENTS) {
  document.addEventListener(`primazia:${name}`, ({ target, detail }) => {
    window.erp.events.push({ name, tag: target.localName, detail });
    if (name === 'price-approved') log.textContent = `Aprovados: ${detail.updateIds.length}`;
  });
}

const places = [document.querySelector('#place'), document.querySelector('#second')];
(query.get('elements') ?? 'pricing').split(',').forEach((name, at) => {
  if (TAGS[name] !== undefined) show(TAGS[name], places[at] ?? places[0]);
});

/** Shortcuts like those of hosts: for the whole page, unless a person types into one of its fields. */
document.addEventListener('keydown', (event) => {
  if (event.key.length > 1 || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  window.erp.keys.push(event.key);
  if (event.key === '/') document.querySelector('#erp-search').focus();
});
