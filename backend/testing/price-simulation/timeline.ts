interface Entry {
  at: number;
  run: () => void;
}

/** What is to happen, by its time; of two at the same time the one that was added first. */
export class Timeline {
  /** The last first. */
  private readonly entries: Entry[] = [];

  add(at: number, run: () => void): void {
    let place = this.entries.length;
    while (place > 0 && this.entries[place - 1]!.at <= at) place--;
    this.entries.splice(place, 0, { at, run });
  }

  next(): Entry | undefined {
    return this.entries.pop();
  }
}
