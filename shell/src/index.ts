import './styles/splash.css';
import { endSplash } from './brand/splash.ts';

// Nothing could be loaded, the texts included: the three languages are here.
const NOT_LOADED =
  'Não foi possível carregar o Primazia. Recarregue a página. · Primazia could not be loaded. Reload the page. · No se pudo cargar Primazia. Recargue la página.';

// The import leaves federation room to settle which copy of each shared package the page uses.
import(/* webpackMode: "eager" */ './run.ts')
  .then(({ run }) => run())
  .catch((error: unknown) => {
    console.error('The shell did not start.', error);
    endSplash();
    const place = document.getElementById('primazia');
    if (place !== null && place.childElementCount === 0) place.textContent = NOT_LOADED;
  });
