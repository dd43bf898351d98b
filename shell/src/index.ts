import './styles/splash.css';
import { endSplash } from './brand/splash.ts';

// Nothing could be loaded, not even the texts: the three languages are built in.
const NOT_LOADED =
  'Não foi possível carregar o Primazia. Recarregue a página. · Primazia could not be loaded. Reload the page. · No se pudo cargar Primazia. Recargue la página.';

// A dynamic import, so that federation first resolves which copy of each shared package the page uses.
import(/* webpackMode: "eager" */ './run.ts')
  .then(({ run }) => run())
  .catch((error: unknown) => {
    console.error('The shell did not start.', error);
    endSplash();
    const place = document.getElementById('primazia');
    if (place !== null && place.childElementCount === 0) place.textContent = NOT_LOADED;
  });
