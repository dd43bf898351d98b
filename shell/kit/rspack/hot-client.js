// Part of a module's development build: takes each new build into the running page, or asks to have the module loaded again.
const base = __webpack_public_path__;
const place = `primazia-hot ${base}`;

/** A compile error is shown at the foot of the page, which continues with the build that it has. */
const notice = document.createElement('pre');
notice.setAttribute('role', 'alert');
Object.assign(notice.style, {
  position: 'fixed',
  inset: 'auto 0 0',
  zIndex: 100_000,
  margin: 0,
  padding: '16px',
  maxHeight: '50vh',
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  background: '#1d1d1d',
  color: '#ff9d9d',
});

function tell(text) {
  notice.textContent = text;
  if (text === '') notice.remove();
  else document.body.append(notice);
}

/** Only a development build of React can replace components. */
const canRefresh = () =>
  [...(globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__?.renderers.values() ?? [])].some(
    ({ scheduleRefresh }) => typeof scheduleRefresh === 'function',
  );

/** Applies one build after the other, until the page runs the newest. */
async function update(build) {
  if (!canRefresh()) throw new Error('The React of this page is a production build.');
  while (__webpack_hash__ !== build) {
    if ((await import.meta.webpackHot.check(true)) === null)
      throw new Error('There is no update for this build.');
  }
}

// The client of the build before this one has nothing to update any more.
globalThis[place]?.close();
const source = new EventSource(new URL('changes', base));
globalThis[place] = source;

let updated = Promise.resolve();
source.addEventListener('failed', ({ data }) => tell(JSON.parse(data)));
source.addEventListener('built', ({ data }) => {
  tell('');
  updated = updated
    .then(() => source.readyState !== EventSource.CLOSED && update(data))
    .catch((error) => {
      console.info('The change cannot be applied in place; reloading the module.', error);
      source.close();
      void fetch(new URL('reload', base), { method: 'POST' });
    });
});
