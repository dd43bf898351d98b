/** Time is an argument: whoever needs it takes a clock, and only `main.ts` owns the real one. */
export type Clock = () => Date;
