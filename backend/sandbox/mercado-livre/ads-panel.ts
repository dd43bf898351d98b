// The page on which a demo seller changes a campaign, in place of Mercado Ads.
import { Hono } from 'hono';
import { html } from 'hono/html';
import { toAmount, toMinor } from '../../kernel/money.ts';
import type { AdsEntry, ProductCampaign, World } from '../world.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";
const HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
const BASE = '/sandbox/ads/mercadolivre';

const STYLE = `
:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif;color:#22262e;background:#eceef2}
body{margin:0}
.band{background:#ffe600;color:#2d3277;padding:20px 24px;font-size:1.2rem;font-weight:700}
main{max-width:520px;margin:32px auto;padding:28px;background:#fff;border-radius:12px}
h1{font-size:1.35rem;margin:0 0 12px}
label{display:block;font-weight:600;margin:12px 0}
input,select{font:inherit;display:block;padding:8px;border:1px solid #8a92a3;border-radius:8px}
button{font:inherit;font-weight:600;padding:10px 22px;border-radius:8px;border:0;background:#2968c8;color:#fff}
:focus-visible{outline:3px solid #0b63ce;outline-offset:2px}
footer{max-width:520px;margin:0 auto 32px;padding:0 28px;font-size:.8rem;color:#596070}`;

const STATUSES = [
  ['active', 'Ativa'],
  ['paused', 'Pausada'],
] as const;

const render = (campaign: ProductCampaign, isSaved: boolean) => html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${campaign.name}: Mercado Ads</title>
<style>${STYLE}</style>
</head>
<body>
<header class="band">Mercado Ads</header>
<main>
<h1>${campaign.name}</h1>
${isSaved ? html`<p role="status">As alterações foram salvas.</p>` : ''}
<form method="get" action="save">
<label>Orçamento médio diário (R$)<input name="budget" type="number" min="1" step="0.01" required value="${toAmount(campaign.budget)}" /></label>
<label>ROAS objetivo<input name="roas_target" type="number" min="1" max="35" step="0.1" required value="${campaign.roasTarget}" /></label>
<label>Situação<select name="status">
${STATUSES.map(
  ([value, label]) =>
    html`<option value="${value}" ${value === campaign.status ? 'selected' : ''}>${label}</option>`,
)}
</select></label>
<button>Salvar</button>
</form>
</main>
<footer>Página de demonstração no lugar da do marketplace: vendedores, anúncios e preços são inventados.</footer>
</body>
</html>`;

/** @param room its `change` applies what a seller decided */
export function createAdsPanel(room: {
  world: () => World;
  change(entries: readonly AdsEntry[]): void;
}): Hono {
  const panel = new Hono().basePath(BASE);
  const campaignOf = (id: string) => room.world().ads.productCampaigns.get(id);

  panel.get('/:campaign/dashboard', async (call) => {
    const campaign = campaignOf(call.req.param('campaign'));
    if (campaign === undefined) return call.notFound();
    const page = await render(campaign, call.req.query('saved') !== undefined);
    return call.html(page, 200, HEADERS);
  });

  panel.get('/:campaign/save', (call) => {
    const campaign = campaignOf(call.req.param('campaign'));
    const { budget, roas_target, status } = call.req.query();
    const [amount, roasTarget] = [Number(budget), Number(roas_target)];
    const isPossible = amount >= 1 && roasTarget >= 1 && roasTarget <= 35;
    if (campaign === undefined || !isPossible) return call.notFound();
    const value = {
      ...campaign,
      budget: toMinor(amount),
      roasTarget,
      status: status === 'paused' ? ('paused' as const) : ('active' as const),
      updatedAt: room.world().now,
    };
    room.change([{ entity: 'productCampaigns', value }]);
    return call.redirect('dashboard?saved', 303);
  });

  return panel;
}
