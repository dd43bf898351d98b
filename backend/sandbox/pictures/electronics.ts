import type { Drawing } from './home.ts';

const SCREEN = '#16324a';
const SCREEN_LIGHT = '#3f7fb0';
const METAL = '#c9ced6';
const METAL_DARK = '#9aa2af';
const GLOW = '#79e0c3';
const LAMP = '#fff3c9';

export const ELECTRONICS_DRAWINGS: Record<string, Drawing> = {
  earbuds: (p) => `
<rect x="110" y="200" width="180" height="104" rx="40" fill="${p.main}"/><path d="M110 246h180" stroke="${p.dark}" stroke-width="5"/><circle cx="200" cy="272" r="6" fill="${GLOW}"/>
<g fill="${p.light}"><path d="M140 110a30 30 0 1 1 40 28v44h-18v-40a30 30 0 0 1 -22 -32z"/><path d="M260 110a30 30 0 1 0 -40 28v44h18v-40a30 30 0 0 0 22 -32z"/></g>
<circle cx="166" cy="110" r="12" fill="${p.dark}"/><circle cx="234" cy="110" r="12" fill="${p.dark}"/>`,
  headset: (p) => `
<path d="M100 220v-30a100 100 0 0 1 200 0v30" fill="none" stroke="${p.main}" stroke-width="20"/>
<rect x="78" y="206" width="50" height="92" rx="22" fill="${p.dark}"/><rect x="272" y="206" width="50" height="92" rx="22" fill="${p.dark}"/>
<rect x="116" y="214" width="22" height="76" rx="11" fill="${p.light}"/><rect x="262" y="214" width="22" height="76" rx="11" fill="${p.light}"/>
<path d="M96 290q20 34 80 28" fill="none" stroke="${p.main}" stroke-width="8"/><circle cx="182" cy="318" r="10" fill="${p.dark}"/>`,
  speaker: (p) => `
<rect x="70" y="150" width="260" height="140" rx="66" fill="${p.main}"/><circle cx="140" cy="220" r="50" fill="${p.dark}"/><circle cx="260" cy="220" r="50" fill="${p.dark}"/>
<circle cx="140" cy="220" r="26" fill="${p.light}"/><circle cx="260" cy="220" r="26" fill="${p.light}"/><rect x="180" y="162" width="40" height="8" rx="4" fill="${GLOW}"/>`,
  charger: (p) => `
<rect x="140" y="120" width="120" height="130" rx="22" fill="${p.main}"/><rect x="168" y="84" width="12" height="40" fill="${METAL}"/><rect x="220" y="84" width="12" height="40" fill="${METAL}"/>
<rect x="178" y="222" width="44" height="14" rx="7" fill="${p.dark}"/><path d="M206 146l-24 36h18l-8 30l28 -40h-18z" fill="${p.light}"/><path d="M200 250q0 44 60 52" stroke="${p.dark}" stroke-width="8" fill="none"/>`,
  cable: (p) => `
<path d="M110 130q190 -40 180 60t-160 40t120 70" fill="none" stroke="${p.main}" stroke-width="16" stroke-linecap="round"/>
<path d="M110 130q190 -40 180 60t-160 40t120 70" fill="none" stroke="${p.dark}" stroke-width="4" stroke-dasharray="5 9"/>
<rect x="70" y="114" width="52" height="32" rx="8" fill="${p.dark}"/><rect x="52" y="122" width="20" height="16" rx="6" fill="${METAL}"/><rect x="240" y="284" width="52" height="32" rx="8" fill="${p.dark}"/><rect x="290" y="292" width="20" height="16" rx="6" fill="${METAL}"/>`,
  powerbank: (p) => `
<rect x="136" y="90" width="128" height="216" rx="24" fill="${p.main}"/><rect x="150" y="104" width="18" height="188" rx="9" fill="${p.light}" opacity=".6"/>
<rect x="182" y="104" width="36" height="12" rx="6" fill="${p.dark}"/><g fill="${GLOW}"><circle cx="190" cy="270" r="5"/><circle cx="206" cy="270" r="5"/><circle cx="222" cy="270" r="5"/></g><circle cx="238" cy="270" r="5" fill="${p.dark}"/>`,
  watch: (p) => `
<path d="M160 60h80l10 70h-100zM160 320h80l10 -70h-100z" fill="${p.main}"/><rect x="130" y="116" width="140" height="148" rx="38" fill="${p.dark}"/><rect x="142" y="128" width="116" height="124" rx="28" fill="${SCREEN}"/>
<path d="M162 206l18 -28l18 36l18 -48l22 40" stroke="${GLOW}" stroke-width="6" fill="none"/><rect x="268" y="176" width="12" height="28" rx="5" fill="${METAL}"/>`,
  keyboard: (p) => `
<rect x="50" y="176" width="300" height="120" rx="16" fill="${p.dark}"/>${[0, 1, 2]
    .map((row) =>
      Array.from(
        { length: 10 },
        (_, i) =>
          `<rect x="${64 + i * 27.5}" y="${188 + row * 26}" width="23" height="21" rx="5" fill="${(i + row) % 4 === 0 ? p.light : p.main}"/>`,
      ).join(''),
    )
    .join('')}<rect x="130" y="266" width="140" height="20" rx="5" fill="${p.main}"/>`,
  mouse: (p) => `
<path d="M200 110a70 74 0 0 1 70 74v54a70 70 0 0 1 -140 0v-54a70 74 0 0 1 70 -74z" fill="${p.main}"/><path d="M200 110v84M130 194h140" stroke="${p.dark}" stroke-width="5"/>
<rect x="192" y="140" width="16" height="36" rx="8" fill="${p.dark}"/><path d="M150 230q10 50 40 62" stroke="${p.light}" stroke-width="7" fill="none" stroke-linecap="round"/>`,
  mousepad: (p) => `
<path d="M60 290l46 -110h210l34 110z" fill="${p.main}"/><path d="M60 290h290v10h-290z" fill="${p.dark}"/><path d="M120 270l30 -70M180 270l20 -70M240 270l10 -70" stroke="${p.light}" stroke-width="8" opacity=".6"/>
<path d="M262 214a22 26 0 0 1 44 0v22a22 22 0 0 1 -44 0z" fill="${p.dark}"/>`,
  webcam: (p) => `
<rect x="110" y="130" width="180" height="90" rx="42" fill="${p.main}"/><circle cx="200" cy="175" r="36" fill="${p.dark}"/><circle cx="200" cy="175" r="22" fill="${SCREEN_LIGHT}"/><circle cx="192" cy="167" r="7" fill="#fff"/>
<circle cx="262" cy="175" r="6" fill="${GLOW}"/><path d="M180 220h40l10 40h-60z" fill="${p.dark}"/><rect x="140" y="258" width="120" height="44" rx="10" fill="${p.main}"/>`,
  monitor: (p) => `
<rect x="56" y="90" width="288" height="176" rx="12" fill="${p.dark}"/><rect x="68" y="102" width="264" height="144" fill="${SCREEN}"/><path d="M68 246l90 -80l50 40l60 -70l64 60v50z" fill="${SCREEN_LIGHT}"/>
<circle cx="284" cy="132" r="16" fill="${LAMP}"/><path d="M180 266h40l8 32h-56z" fill="${p.main}"/><rect x="140" y="296" width="120" height="12" rx="6" fill="${p.main}"/>`,
  ssd: (p) => `
<rect x="60" y="170" width="270" height="84" rx="8" fill="#235a44"/><rect x="330" y="186" width="14" height="52" fill="${LAMP}"/><g fill="${p.dark}"><rect x="82" y="186" width="66" height="52" rx="4"/><rect x="160" y="186" width="66" height="52" rx="4"/></g>
<rect x="238" y="192" width="44" height="40" rx="4" fill="${p.main}"/><circle cx="64" cy="212" r="12" fill="#f4f1ec"/><path d="M292 190v44M304 190v44" stroke="${METAL}" stroke-width="5"/>`,
  pendrive: (p) => `
<g transform="rotate(-24 200 210)"><rect x="110" y="176" width="140" height="64" rx="14" fill="${p.main}"/><rect x="250" y="186" width="58" height="44" fill="${METAL}"/><rect x="268" y="196" width="12" height="9" fill="${METAL_DARK}"/><rect x="268" y="212" width="12" height="9" fill="${METAL_DARK}"/>
<circle cx="134" cy="208" r="10" fill="${p.dark}"/><rect x="160" y="200" width="70" height="16" rx="8" fill="${p.light}"/></g>`,
  harddisk: (p) => `
<rect x="120" y="100" width="160" height="206" rx="20" fill="${p.main}"/><rect x="132" y="112" width="136" height="160" rx="12" fill="${p.dark}"/><path d="M146 250l60 -124M176 254l56 -116M206 258l46 -96" stroke="${p.main}" stroke-width="7"/><circle cx="250" cy="288" r="6" fill="${GLOW}"/>`,
  router: (p) => `
<g stroke="${p.dark}" stroke-width="12" stroke-linecap="round"><path d="M100 240l-24 -130M170 236v-136M230 236v-136M300 240l24 -130"/></g><path d="M60 240h280l18 50a12 12 0 0 1 -12 14h-292a12 12 0 0 1 -12 -14z" fill="${p.main}"/>
<g fill="${GLOW}"><circle cx="150" cy="276" r="6"/><circle cx="176" cy="276" r="6"/><circle cx="202" cy="276" r="6"/></g><circle cx="228" cy="276" r="6" fill="${p.dark}"/>`,
  repeater: (p) => `
<path d="M150 150v-70M250 150v-70" stroke="${p.dark}" stroke-width="14" stroke-linecap="round"/><rect x="124" y="136" width="152" height="150" rx="26" fill="${p.main}"/><circle cx="200" cy="250" r="8" fill="${GLOW}"/>
<path d="M160 206q40 -40 80 0M178 222q22 -22 44 0" stroke="${p.dark}" stroke-width="9" fill="none" stroke-linecap="round"/>`,
  camera: (p) => `
<circle cx="200" cy="170" r="84" fill="${p.main}"/><circle cx="200" cy="170" r="52" fill="${p.dark}"/><circle cx="200" cy="170" r="28" fill="${SCREEN_LIGHT}"/><circle cx="190" cy="160" r="9" fill="#fff"/><circle cx="200" cy="106" r="5" fill="${GLOW}"/>
<path d="M160 248h80l12 48h-104z" fill="${p.dark}"/><ellipse cx="200" cy="300" rx="70" ry="12" fill="${p.main}"/>`,
  bulb: (p) => `
<circle cx="200" cy="160" r="112" fill="${LAMP}" opacity=".6"/><path d="M200 84a72 72 0 0 1 40 132q-10 10 -10 30h-60q0 -20 -10 -30a72 72 0 0 1 40 -132z" fill="${p.light}"/>
<path d="M170 246h60v44a16 16 0 0 1 -16 16h-28a16 16 0 0 1 -16 -16z" fill="${METAL}"/><path d="M170 262h60M170 278h60" stroke="${METAL_DARK}" stroke-width="5"/><path d="M176 176q24 -30 48 0M188 190q12 -14 24 0" stroke="${p.dark}" stroke-width="6" fill="none"/>`,
  plug: (p) => `
<rect x="124" y="110" width="152" height="180" rx="42" fill="${p.main}"/><circle cx="200" cy="186" r="54" fill="${p.light}"/><g fill="${p.dark}"><circle cx="180" cy="180" r="8"/><circle cx="220" cy="180" r="8"/><circle cx="200" cy="206" r="8"/></g><rect x="184" y="258" width="32" height="12" rx="6" fill="${GLOW}"/>`,
  holder: (p) => `
<g transform="rotate(-8 200 170)"><rect x="140" y="70" width="110" height="190" rx="18" fill="${p.dark}"/><rect x="150" y="84" width="90" height="160" rx="8" fill="${SCREEN_LIGHT}"/></g><circle cx="204" cy="236" r="34" fill="${p.main}"/><path d="M200 262l-10 40h50l-10 -40z" fill="${p.main}"/><ellipse cx="214" cy="302" rx="60" ry="12" fill="${p.dark}"/>`,
  case: (p) => `
<path d="M90 110h150v190h-150a12 12 0 0 1 -12 -12v-166a12 12 0 0 1 12 -12z" fill="${p.main}"/><path d="M240 110l80 26v150l-80 14z" fill="${p.dark}"/><rect x="96" y="130" width="126" height="150" rx="8" fill="${SCREEN}"/><path d="M112 260l90 -110" stroke="${SCREEN_LIGHT}" stroke-width="10" opacity=".7"/><circle cx="230" cy="206" r="5" fill="${p.light}"/>`,
  tablet: (p) => `
<rect x="110" y="80" width="180" height="228" rx="20" fill="${p.dark}"/><rect x="122" y="96" width="156" height="190" rx="6" fill="${SCREEN_LIGHT}"/><g fill="#fff" opacity=".85"><rect x="138" y="116" width="34" height="34" rx="8"/><rect x="184" y="116" width="34" height="34" rx="8"/><rect x="230" y="116" width="34" height="34" rx="8"/><rect x="138" y="170" width="126" height="60" rx="8"/></g><circle cx="200" cy="297" r="5" fill="${p.light}"/>`,
  hub: (p) => `
<rect x="90" y="190" width="220" height="84" rx="18" fill="${p.main}"/><g fill="${p.dark}"><rect x="114" y="222" width="40" height="18" rx="3"/><rect x="166" y="222" width="40" height="18" rx="3"/><rect x="218" y="224" width="30" height="14" rx="7"/><rect x="260" y="222" width="30" height="18" rx="3"/></g>
<path d="M200 190v-50q0 -24 40 -30" stroke="${p.dark}" stroke-width="10" fill="none"/><rect x="236" y="96" width="46" height="28" rx="8" fill="${p.dark}"/><rect x="280" y="103" width="16" height="14" rx="5" fill="${METAL}"/>`,
  ringlight: (p) => `
<circle cx="200" cy="140" r="84" fill="none" stroke="${p.main}" stroke-width="34"/><circle cx="200" cy="140" r="84" fill="none" stroke="${LAMP}" stroke-width="20"/><rect x="180" y="112" width="40" height="60" rx="8" fill="${p.dark}"/>
<path d="M200 240v40M200 270l-56 36M200 270l56 36" stroke="${p.dark}" stroke-width="10" stroke-linecap="round"/>`,
  microphone: (p) => `
<rect x="160" y="70" width="80" height="140" rx="40" fill="${p.main}"/><path d="M164 104h72M162 126h76M162 148h76" stroke="${p.dark}" stroke-width="5"/><path d="M136 160v14a64 64 0 0 0 128 0v-14" fill="none" stroke="${p.dark}" stroke-width="10"/><rect x="194" y="238" width="12" height="52" fill="${p.dark}"/><ellipse cx="200" cy="298" rx="58" ry="13" fill="${p.dark}"/><circle cx="200" cy="186" r="7" fill="${GLOW}"/>`,
  gamepad: (p) => `
<path d="M120 150h160q44 0 56 74t-18 78q-34 2 -58 -44h-120q-24 46 -58 44t-18 -78t56 -74z" fill="${p.main}"/><path d="M126 190h14v-14h16v14h14v16h-14v14h-16v-14h-14z" fill="${p.dark}"/>
<g fill="${p.light}"><circle cx="260" cy="180" r="10"/><circle cx="284" cy="200" r="10"/><circle cx="236" cy="200" r="10"/><circle cx="260" cy="220" r="10"/></g><circle cx="176" cy="232" r="17" fill="${p.dark}"/><circle cx="224" cy="232" r="17" fill="${p.dark}"/>`,
  streamer: (p) => `
<rect x="80" y="210" width="180" height="84" rx="22" fill="${p.dark}"/><rect x="80" y="210" width="180" height="20" rx="10" fill="${p.main}"/><circle cx="110" cy="262" r="6" fill="${GLOW}"/><rect x="284" y="120" width="46" height="182" rx="20" fill="${p.main}"/><circle cx="307" cy="152" r="14" fill="${p.dark}"/><g fill="${p.light}"><circle cx="307" cy="196" r="6"/><circle cx="307" cy="220" r="6"/><circle cx="307" cy="244" r="6"/></g>
<path d="M148 180l46 -28l-46 -28z" fill="${p.light}"/>`,
  stand: (p) => `
<path d="M96 176l170 -60l40 10l-170 64z" fill="${METAL}"/><path d="M110 120l140 -70l26 70l-150 56z" fill="${p.dark}"/><path d="M122 124l122 -60l18 52l-128 48z" fill="${SCREEN_LIGHT}"/><path d="M136 188l-20 108h30l40 -124zM270 146l34 150h-30l-46 -136z" fill="${p.main}"/><rect x="96" y="292" width="224" height="12" rx="6" fill="${p.dark}"/>`,
  projector: (p) => `
<path d="M214 190l150 -90v170z" fill="${LAMP}" opacity=".7"/><rect x="70" y="150" width="170" height="146" rx="28" fill="${p.main}"/><circle cx="192" cy="214" r="40" fill="${p.dark}"/><circle cx="192" cy="214" r="24" fill="${SCREEN_LIGHT}"/><circle cx="184" cy="206" r="7" fill="#fff"/><path d="M92 180h50M92 196h50M92 212h50M92 228h50" stroke="${p.dark}" stroke-width="6" stroke-linecap="round"/><rect x="96" y="294" width="26" height="10" fill="${p.dark}"/><rect x="190" y="294" width="26" height="10" fill="${p.dark}"/>`,
};
