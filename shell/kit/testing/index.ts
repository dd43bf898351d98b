// What tests of the kit and of the modules share. It is never part of a build.

export { type FakeApi, fakeApi, fakeLive, fakeSession, MARKETPLACES } from './fakes.ts';
export { Hideable, makeHiding } from './hideable.tsx';
export { refusal } from './refusal.ts';
export { namingNothing, sameKeys } from './same-keys.ts';
export { Stage, type StageProps } from './stage.tsx';
export { languageOf } from './texts.ts';
