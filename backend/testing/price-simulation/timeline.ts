interface Entry {
  at: number;
  run: () => void;
}

/** Scheduled events by time; at the same time, in the order in which they were added. */
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
