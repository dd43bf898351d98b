// The page on which a demo seller authorizes, in place of the marketplace's own.
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export interface ShownSeller {
  id: string;
  name: string;
}

interface Page {
  marketplace: string;
  /** Of the marketplace, as CSS. */
  colours: { band: string; ink: string; button: string; buttonInk: string };
  sellers: readonly ShownSeller[];
  /** The target of the redirect, and its parameters. */
  answer: { path: string; fields: Readonly<Record<string, string>> };
}

const STYLE = `
:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif;color:#22262e;background:#eceef2}
body{margin:0}
.band{background:var(--band);color:var(--ink);padding:20px 24px;font-size:1.2rem;font-weight:700}
main{max-width:520px;margin:32px auto;padding:28px;background:#fff;border-radius:12px;box-shadow:0 1px 4px #0002}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 12px}
fieldset{border:0;margin:20px 0;padding:0}
legend{font-weight:600;margin-bottom:8px;padding:0}
label{display:flex;gap:12px;align-items:center;padding:12px;border:1px solid #d5d9e2;border-radius:8px;margin-bottom:8px}
label:hover{background:#f6f7fa}
label small{display:block;color:#596070}
ul{padding-left:20px;margin:8px 0}
.buttons{display:flex;flex-wrap:wrap;gap:12px}
button{font:inherit;font-weight:600;padding:10px 22px;border-radius:8px;border:1px solid #8a92a3;background:#fff;color:#22262e;cursor:pointer}
button.yes{background:var(--button);border-color:var(--button);color:var(--button-ink)}
button:focus-visible,input:focus-visible{outline:3px solid #0b63ce;outline-offset:2px}
footer{max-width:520px;margin:0 auto 32px;padding:0 28px;font-size:.8rem;color:#596070}
@media(max-width:560px){main{margin:0;border-radius:0}footer{padding-top:16px}}`;

/** Renders it. */
export function renderConsentPage({
  marketplace,
  colours,
  sellers,
  answer,
}: Page): HtmlEscapedString | Promise<HtmlEscapedString> {
  const vars = `:root{--band:${colours.band};--ink:${colours.ink};--button:${colours.button};--button-ink:${colours.buttonInk}}`;
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${marketplace}: permitir acesso</title>
<style>${vars}${STYLE}</style>
</head>
<body>
<header class="band">${marketplace}</header>
<main>
<h1>O Primazia quer acessar a sua conta</h1>
<p>Se você permitir, ele poderá:</p>
<ul>
<li>ler seus anúncios, preços e ofertas;</li>
<li>mudar os preços dos seus anúncios;</li>
<li>receber avisos quando algo mudar.</li>
</ul>
<form method="get" action="${answer.path}">
${Object.entries(answer.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
<fieldset>
<legend>Entrar como</legend>
${sellers.map(
  (
    { id, name },
    i,
  ) => html`<label><input type="radio" name="seller" value="${id}" ${i === 0 ? 'checked' : ''} />
<span>${name}<small>Vendedor ${id}</small></span></label>`,
)}
</fieldset>
<div class="buttons">
<button class="yes" name="answer" value="allow">Permitir</button>
<button name="answer" value="refuse">Recusar</button>
</div>
</form>
</main>
<footer>Página de demonstração no lugar da do marketplace: vendedores, anúncios e preços são inventados.</footer>
</body>
</html>`;
}

/** The messages for missing parameters. */
export const renderFault = (
  fault: string,
): HtmlEscapedString | Promise<HtmlEscapedString> => html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8" /><title>Pedido inválido</title><style>${STYLE}</style></head>
<body><main><h1>Este pedido de acesso não está certo</h1><p>${fault}</p></main></body></html>`;
