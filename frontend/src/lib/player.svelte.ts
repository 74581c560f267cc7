// SPDX-License-Identifier: MIT
import { settings } from './settings.svelte';

/** A position on a line of steps that can be stepped, scrubbed and played. It knows nothing of what the steps are. */
export class Player {
  step = $state(0);
  length = $state(0);
  playing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Put a new line of steps under it, paused. */
  load(length: number, step = 0): void {
    this.pause();
    this.length = length;
    this.step = Math.max(0, Math.min(step, length));
  }

  /** More steps have come, or all are gone: stay where it is as far as that exists. */
  extend(length: number): void {
    this.length = length;
    this.step = Math.min(this.step, length);
    if (!length) this.pause();
  }

  seek(step: number): void {
    this.pause();
    this.step = Math.max(0, Math.min(step, this.length));
  }

  forward(): void {
    this.seek(this.step + 1);
  }

  back(): void {
    this.seek(this.step - 1);
  }

  first(): void {
    this.seek(0);
  }

  last(): void {
    this.seek(this.length);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (!this.length) return;
    if (this.step >= this.length) this.step = 0;
    this.playing = true;
    this.#tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      // Above 60 steps a second several are taken at once: a screen shows no more.
      this.step = Math.min(this.length, this.step + Math.max(1, Math.round(settings.speed / 60)));
      if (this.step >= this.length) this.playing = false;
      else this.#tick();
    }, 1000 / Math.min(settings.speed, 60));
  }

  /** The keys of a path; true when the key was one of them. */
  key(event: KeyboardEvent): boolean {
    const act = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forward(),
      j: () => this.back(),
      k: () => this.forward(),
      Home: () => this.first(),
      End: () => this.last(),
      ' ': () => this.toggle(),
    }[event.key];
    if (!act || !this.length) return false;
    event.preventDefault();
    act();
    return true;
  }
}
