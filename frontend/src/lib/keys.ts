// SPDX-License-Identifier: MIT
/** Whether a key belongs to a field that is being typed in, or to an open dialog. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0]; // within an editor too, which hides what it is made of
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target.closest('dialog[open]') && event.key !== '?') return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'range', 'button', 'file'].includes(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** Whether Space or Enter would press the element that has the focus. */
export function isPressing(event: KeyboardEvent): boolean {
  const pressable = event.target instanceof Element && event.target.closest('button, a, summary, input[type=checkbox]');
  return Boolean(pressable) && (event.key === ' ' || event.key === 'Enter');
}
