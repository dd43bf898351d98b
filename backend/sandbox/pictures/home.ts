import type { Palette } from './palette.ts';

/** Draws one kind of thing on a field of 400 by 400; the floor begins at 300. */
export type Drawing = (palette: Palette) => string;

const GLASS = '#dfeaf0';
const STEEL = '#c9ced6';
const STEEL_DARK = '#a3aab5';
const WOOD = '#c69b6d';
const WOOD_DARK = '#a67c50';
const GLOW = '#ffe7a8';

const pot = (x: number, y: number, w: number, h: number, p: Palette) => `
<rect x="${x - 22}" y="${y + 12}" width="${w + 44}" height="12" rx="6" fill="${p.soft}"/>
<path d="M${x} ${y}h${w}v${h - 16}a16 16 0 0 1 -16 16h${32 - w}a16 16 0 0 1 -16 -16z" fill="${p.main}"/>
<rect x="${x - 6}" y="${y - 8}" width="${w + 12}" height="10" rx="5" fill="${p.dark}"/>
<path d="M${x + 4} ${y - 8}q${w / 2 - 4} ${-w * 0.28} ${w - 8} 0z" fill="${p.light}"/>
<circle cx="${x + w / 2}" cy="${y - w * 0.14 - 12}" r="8" fill="${p.dark}"/>`;

export const HOME_DRAWINGS: Record<string, Drawing> = {
  cookware: (p) => `${pot(90, 205, 130, 95, p)}${pot(250, 240, 84, 60, p)}`,
  pan: (p) => `
<rect x="232" y="222" width="130" height="16" rx="8" fill="${p.soft}" transform="rotate(-12 232 230)"/>
<path d="M50 232h200l-16 52a20 20 0 0 1 -19 14h-130a20 20 0 0 1 -19 -14z" fill="${p.main}"/>
<ellipse cx="150" cy="232" rx="102" ry="20" fill="${p.dark}"/>
<ellipse cx="150" cy="234" rx="86" ry="14" fill="${p.light}" opacity=".55"/>`,
  coffee: (p) => `
<path d="M120 110h160v50h-110v150h110v20h-160z" fill="${p.main}"/>
<rect x="120" y="100" width="160" height="26" rx="10" fill="${p.dark}"/>
<circle cx="146" cy="138" r="7" fill="${GLOW}"/>
<path d="M186 210h84l8 84a12 12 0 0 1 -12 12h-76a12 12 0 0 1 -12 -12z" fill="${GLASS}"/>
<path d="M183 248h90l5 46a12 12 0 0 1 -12 12h-76a12 12 0 0 1 -12 -12z" fill="#5b3a29"/>
<path d="M274 226q34 4 30 34t-30 26" fill="none" stroke="${p.dark}" stroke-width="9"/>
<rect x="210" y="160" width="36" height="22" rx="4" fill="${p.dark}"/>`,
  blender: (p) => `
<path d="M140 90h120l-14 140h-92z" fill="${GLASS}"/>
<path d="M146 150h108l-8 80h-92z" fill="${p.light}" opacity=".8"/>
<rect x="134" y="74" width="132" height="20" rx="8" fill="${p.dark}"/>
<path d="M258 116q40 6 34 50t-42 40" fill="none" stroke="${GLASS}" stroke-width="10"/>
<path d="M150 230h100l18 66a14 14 0 0 1 -14 16h-108a14 14 0 0 1 -14 -16z" fill="${p.main}"/>
<circle cx="200" cy="272" r="18" fill="${p.dark}"/><rect x="197" y="256" width="6" height="16" fill="${p.light}"/>`,
  airfryer: (p) => `
<path d="M118 150a82 60 0 0 1 164 0v130a30 30 0 0 1 -30 30h-104a30 30 0 0 1 -30 -30z" fill="${p.main}"/>
<rect x="160" y="122" width="80" height="34" rx="8" fill="${p.dark}"/>
<path d="M172 140h18M198 140h12M218 140h10" stroke="${GLOW}" stroke-width="5"/>
<rect x="134" y="186" width="132" height="96" rx="14" fill="${p.dark}"/>
<rect x="180" y="214" width="40" height="60" rx="12" fill="${p.light}"/>`,
  kettle: (p) => `
<path d="M150 130h100l22 150a22 22 0 0 1 -22 26h-100a22 22 0 0 1 -22 -26z" fill="${STEEL}"/>
<path d="M150 130h34l-14 176h-20a22 22 0 0 1 -22 -26z" fill="#fff" opacity=".45"/>
<path d="M146 150l-34 -14l10 46z" fill="${STEEL_DARK}"/>
<rect x="144" y="112" width="112" height="22" rx="10" fill="${p.main}"/><circle cx="200" cy="106" r="9" fill="${p.dark}"/>
<path d="M252 134q62 8 52 84t-36 58" fill="none" stroke="${p.main}" stroke-width="16"/>
<rect x="120" y="300" width="160" height="14" rx="7" fill="${p.dark}"/>`,
  grill: (p) => `
<path d="M92 200q0 -66 64 -66h96q56 0 56 66z" fill="${p.main}"/>
<rect x="92" y="206" width="216" height="16" fill="${STEEL}"/>
<path d="M92 228h216v38a34 34 0 0 1 -34 34h-148a34 34 0 0 1 -34 -34z" fill="${p.dark}"/>
<path d="M176 160h48M176 176h48" stroke="${p.light}" stroke-width="6" stroke-linecap="round"/>
<rect x="300" y="180" width="54" height="18" rx="9" fill="${p.soft}"/>
<circle cx="126" cy="250" r="6" fill="${GLOW}"/>`,
  mixer: (p) => `
<path d="M182 70h36a14 14 0 0 1 14 14v96a32 32 0 0 1 -64 0v-96a14 14 0 0 1 14 -14z" fill="${p.main}"/>
<rect x="188" y="92" width="24" height="30" rx="10" fill="${p.dark}"/>
<rect x="190" y="208" width="20" height="62" fill="${STEEL}"/>
<path d="M170 300q0 -34 30 -34t30 34z" fill="${STEEL_DARK}"/>
<path d="M176 120v60" stroke="${p.light}" stroke-width="6" stroke-linecap="round"/>`,
  glasses: (p) =>
    [110, 200, 290]
      .map(
        (x) => `
<path d="M${x - 36} 130h72q4 92 -36 96q-40 -4 -36 -96z" fill="${GLASS}"/>
<path d="M${x - 35} 172h70q-6 52 -35 54q-29 -2 -35 -54z" fill="${p.main}" opacity=".55"/>
<rect x="${x - 3}" y="226" width="6" height="66" fill="${GLASS}"/><ellipse cx="${x}" cy="296" rx="30" ry="8" fill="${GLASS}"/>`,
      )
      .join(''),
  cutlery: (p) => `
<rect x="86" y="110" width="228" height="196" rx="16" fill="${p.main}"/><rect x="98" y="122" width="204" height="172" rx="10" fill="${p.dark}"/>
<g fill="${STEEL}"><path d="M130 140h6v34h6v-34h6v34h6v-34h6v44q0 12 -10 14v72h-10v-72q-10 -2 -10 -14z"/>
<path d="M192 140q22 10 22 70h-10v60h-12z"/><ellipse cx="254" cy="164" rx="16" ry="24"/><rect x="249" y="184" width="10" height="86"/></g>`,
  jars: (p) =>
    [
      [96, 210, 70, 96],
      [176, 150, 74, 156],
      [262, 186, 66, 120],
    ]
      .map(
        ([x = 0, y = 0, w = 0, h = 0]) => `
<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="12" fill="${GLASS}"/>
<rect x="${x + 5}" y="${y + h * 0.4}" width="${w - 10}" height="${h * 0.6 - 5}" rx="9" fill="${WOOD}" opacity=".7"/>
<rect x="${x - 4}" y="${y - 10}" width="${w + 8}" height="20" rx="7" fill="${p.main}"/>`,
      )
      .join(''),
  baking: (p) => `
<path d="M70 180h260l-18 46h-224z" fill="${STEEL}"/><path d="M88 226h224l-10 34h-204z" fill="${p.main}"/>
<path d="M98 260h204l-10 40h-184z" fill="${STEEL_DARK}"/><ellipse cx="200" cy="180" rx="130" ry="22" fill="${p.dark}"/>
<ellipse cx="200" cy="183" rx="112" ry="15" fill="${WOOD}"/>`,
  thermos: (p) => `
<rect x="150" y="150" width="100" height="160" rx="16" fill="${p.main}"/><rect x="160" y="158" width="16" height="140" rx="8" fill="${p.light}"/>
<rect x="146" y="128" width="108" height="30" rx="8" fill="${STEEL}"/><path d="M164 128v-34a14 14 0 0 1 14 -14h44a14 14 0 0 1 14 14v34z" fill="${p.dark}"/>
<rect x="150" y="276" width="100" height="10" fill="${STEEL}"/>`,
  board: () => `
<rect x="110" y="90" width="180" height="216" rx="26" fill="${WOOD}"/><circle cx="200" cy="120" r="14" fill="#fff"/>
<path d="M146 160v120M176 156v130M212 156v130M248 160v120" stroke="${WOOD_DARK}" stroke-width="4" opacity=".6"/>`,
  bedding: (p) => `
<rect x="60" y="110" width="280" height="70" rx="14" fill="${WOOD_DARK}"/><rect x="60" y="216" width="280" height="80" rx="14" fill="#fff"/>
<rect x="84" y="160" width="104" height="58" rx="24" fill="${p.light}"/><rect x="212" y="160" width="104" height="58" rx="24" fill="${p.light}"/>
<path d="M60 220h280v66a14 14 0 0 1 -14 14h-252a14 14 0 0 1 -14 -14z" fill="${p.main}"/><path d="M60 220h280v24h-280z" fill="${p.dark}"/>`,
  quilt: (p) => `
<path d="M90 150q110 -40 220 0v140q-110 34 -220 0z" fill="${p.main}"/><path d="M90 240q110 40 220 0v50q-110 34 -220 0z" fill="${p.light}"/>
<path d="M130 140v160M170 132v176M210 130v178M250 134v174M92 190q108 36 216 0" stroke="${p.dark}" stroke-width="3" fill="none" opacity=".6"/>`,
  towels: (p) =>
    [0, 1, 2]
      .map(
        (i) => `
<rect x="${100 + i * 8}" y="${246 - i * 56}" width="${200 - i * 16}" height="52" rx="22" fill="${[p.dark, p.main, p.light][i]}"/>
<path d="M${124 + i * 8} ${286 - i * 56}h${150 - i * 16}" stroke="#fff" stroke-width="4" opacity=".5"/>`,
      )
      .join(''),
  pillow: (p) => `
<path d="M80 190q-14 -50 40 -44q80 -22 160 0q54 -6 40 44q10 46 0 76q8 44 -40 34q-80 16 -160 0q-48 10 -40 -34q-10 -30 0 -76z" fill="${p.light}"/>
<path d="M112 176q88 -26 176 0" stroke="${p.main}" stroke-width="5" fill="none"/><path d="M112 274q88 22 176 0" stroke="${p.main}" stroke-width="5" fill="none"/>`,
  rug: (p) => `
<path d="M70 290l50 -120h160l50 120z" fill="${p.main}"/><path d="M104 274l36 -88h120l36 88z" fill="${p.light}"/><path d="M140 256l20 -52h80l20 52z" fill="${p.dark}"/>
<path d="M70 290h260" stroke="${p.dark}" stroke-width="10" stroke-dasharray="4 6"/>`,
  curtain: (p) => `
<rect x="60" y="76" width="280" height="12" rx="6" fill="${WOOD_DARK}"/>
<path d="M76 88h104q-6 110 -20 216h-84z" fill="${p.main}"/><path d="M324 88h-104q6 110 20 216h84z" fill="${p.main}"/>
<path d="M100 90v212M126 90v212M152 90l-8 212M300 90v212M274 90v212M248 90l8 212" stroke="${p.dark}" stroke-width="5" opacity=".55"/>`,
  lamp: (p) => `
<path d="M150 90h100l34 96h-168z" fill="${p.main}"/><path d="M120 186h160l26 74q-106 30 -212 0z" fill="${GLOW}" opacity=".5"/>
<rect x="194" y="186" width="12" height="104" fill="${p.dark}"/><ellipse cx="200" cy="298" rx="54" ry="12" fill="${p.dark}"/>`,
  pendant: (p) =>
    [120, 200, 280]
      .map(
        (x, i) => `
<path d="M${x} 40v${70 + (i % 2) * 40}" stroke="#555" stroke-width="4"/>
<path d="M${x - 34} ${160 + (i % 2) * 40}q0 -54 34 -54t34 54z" fill="${p.main}"/><circle cx="${x}" cy="${164 + (i % 2) * 40}" r="13" fill="${GLOW}"/>`,
      )
      .join(''),
  shelf: (p) =>
    [
      [70, 120],
      [180, 180],
      [110, 250],
    ]
      .map(
        ([x = 0, y = 0]) => `
<rect x="${x}" y="${y}" width="150" height="14" rx="3" fill="${WOOD}"/><rect x="${x}" y="${y + 14}" width="150" height="5" fill="${WOOD_DARK}"/>
<rect x="${x + 16}" y="${y - 36}" width="16" height="36" fill="${p.main}"/><rect x="${x + 34}" y="${y - 30}" width="12" height="30" fill="${p.light}"/><circle cx="${x + 112}" cy="${y - 14}" r="14" fill="${p.dark}"/>`,
      )
      .join(''),
  box: (p) => `
<path d="M86 190h228l-14 100a14 14 0 0 1 -14 12h-172a14 14 0 0 1 -14 -12z" fill="${p.light}" opacity=".85"/>
<rect x="74" y="164" width="252" height="30" rx="10" fill="${p.main}"/><rect x="180" y="186" width="40" height="24" rx="6" fill="${p.dark}"/>
<path d="M130 214v70M270 214v70" stroke="#fff" stroke-width="6" opacity=".6"/>`,
  bin: (p) => `
<path d="M140 150h120v140a14 14 0 0 1 -14 14h-92a14 14 0 0 1 -14 -14z" fill="${STEEL}"/><rect x="150" y="156" width="18" height="140" fill="#fff" opacity=".5"/>
<path d="M132 150q0 -46 68 -46t68 46z" fill="${p.main}"/><rect x="132" y="146" width="136" height="10" fill="${p.dark}"/><rect x="176" y="300" width="48" height="12" rx="5" fill="${p.dark}"/>`,
  mirror: (p) => `
<circle cx="200" cy="188" r="112" fill="${p.main}"/><circle cx="200" cy="188" r="98" fill="${GLASS}"/>
<path d="M140 220l80 -96M170 246l96 -116" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".8"/>`,
  clock: (p) => `
<circle cx="200" cy="190" r="110" fill="${p.main}"/><circle cx="200" cy="190" r="94" fill="#fff"/>
<path d="M200 108v14M200 258v14M118 190h14M268 190h14" stroke="${p.dark}" stroke-width="7"/>
<path d="M200 190l-34 -40M200 190l50 -26" stroke="${p.dark}" stroke-width="8" stroke-linecap="round"/><circle cx="200" cy="190" r="8" fill="${p.main}"/>`,
  vase: (p) => `
<path d="M176 150q8 -50 -36 -80M200 150q0 -60 6 -96M222 150q10 -48 44 -66" stroke="#6d9b6f" stroke-width="6" fill="none"/>
<circle cx="138" cy="66" r="18" fill="${p.light}"/><circle cx="207" cy="50" r="20" fill="${p.main}"/><circle cx="268" cy="82" r="17" fill="${p.light}"/>
<path d="M164 150h72q-10 26 26 74t-22 82h-80q-58 -34 -22 -82t26 -74z" fill="${p.main}"/><path d="M146 236q54 22 108 0" stroke="${p.dark}" stroke-width="7" fill="none"/>`,
  fan: (p) => `
<circle cx="200" cy="160" r="92" fill="none" stroke="${p.dark}" stroke-width="8"/>
<g fill="${p.main}"><path d="M200 160q-16 -80 34 -72q22 46 -34 72z"/><path d="M200 160q78 26 46 64q-50 -4 -46 -64z"/><path d="M200 160q-62 54 -80 8q28 -44 80 -8z"/></g>
<circle cx="200" cy="160" r="60" fill="none" stroke="${p.light}" stroke-width="3"/><circle cx="200" cy="160" r="16" fill="${p.dark}"/>
<rect x="193" y="252" width="14" height="40" fill="${p.dark}"/><ellipse cx="200" cy="300" rx="62" ry="13" fill="${p.dark}"/>`,
  vacuum: (p) => `
<path d="M250 70l-70 190" stroke="${STEEL_DARK}" stroke-width="12"/><path d="M236 60q34 -8 30 26" stroke="${p.dark}" stroke-width="12" fill="none"/>
<rect x="190" y="130" width="56" height="110" rx="24" fill="${p.main}" transform="rotate(20 218 185)"/><circle cx="206" cy="216" r="18" fill="${GLASS}"/>
<path d="M110 300q4 -42 56 -42h44l10 42z" fill="${p.dark}"/><rect x="104" y="292" width="122" height="14" rx="6" fill="${p.main}"/>`,
};
