// SPDX-License-Identifier: MIT

/** How much of Python has come; nothing is shown where a server answers. */
class Loading {
  loaded = $state(0);
  total = $state(0);
  done = $state(false);

  get shown(): boolean {
    return this.total > 0 && !this.done;
  }

  show(loaded: number, total: number): void {
    if (loaded > this.loaded) [this.loaded, this.total] = [loaded, total];
  }

  finish(): void {
    this.done = true;
  }
}

export const loading = new Loading();
