// SPDX-License-Identifier: MIT
/**
 * The editor for Python. It lives in a shadow root, where its styles are sheets of the document instead of `style` elements,
 * which the page's policy forbids. Its colours are the page's own, so it follows the theme by itself.
 */

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Fault } from './checker.svelte';

const FONT = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, 'DejaVu Sans Mono', monospace";

const theme = EditorView.theme({
  '&': { maxHeight: '560px', color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: FONT, lineHeight: '1.6', overflow: 'auto' },
  '.cm-content, .cm-gutter': { minHeight: '300px' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-gutters': { backgroundColor: 'var(--well)', color: 'var(--mute)', border: 'none', borderRight: '1px solid var(--line)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 4px', minWidth: '26px' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)', fontWeight: '700' },
  '.cm-gutter-lint': { width: '18px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '5px 3px' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--cool-soft)', outline: '1px solid var(--cool)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--edge)', borderRadius: '8px', maxWidth: 'min(480px, 80vw)' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'system-ui, sans-serif', fontSize: '13px' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--mute)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--cool)' },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: 'var(--cool)', fontWeight: '700' },
  { tag: [tags.meta, tags.function(tags.variableName)], color: 'var(--cool)' },
]);

/** Text typed over a selection: left to it, the browser keeps the colours of what was there as styles of its own, which the policy forbids. */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || !event.data || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

export interface Wish {
  text: string;
  label: string;
  /** How to leave it, for who cannot see that. */
  help: string;
  onchange(text: string): void;
}

export class CodeEditor {
  #view: EditorView;

  constructor(host: HTMLElement, wish: Wish) {
    const root = host.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: wish.text,
        extensions: [
          lintGutter(),
          lineNumbers(),
          highlightActiveLineGutter(),
          history(),
          indentOnInput(),
          bracketMatching(),
          indentUnit.of('    '),
          EditorState.tabSize.of(4),
          pythonLanguage,
          syntaxHighlighting(colours),
          theme,
          typeOver,
          keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': wish.label, 'aria-description': wish.help, autocapitalize: 'off', spellcheck: 'false' }),
          EditorView.updateListener.of((update) => update.docChanged && wish.onchange(update.state.doc.toString())),
        ],
      }),
    });
    this.#view.scrollDOM.tabIndex = 0; // it scrolls, so it can be reached with the keyboard
  }

  /** Put another text in the place of all; undo brings the old one back. */
  replace(text: string): void {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
  }

  /** Mark the line of a fault, or none. */
  mark(fault: Fault | null): void {
    const { doc } = this.#view.state;
    const found = fault?.line != null && fault.line >= 1 && fault.line <= doc.lines ? doc.line(fault.line) : null;
    const marks = fault && found ? [{ from: found.from + (found.text.length - found.text.trimStart().length), to: found.to, severity: 'error' as const, message: fault.message }] : [];
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  /** Put the cursor at the start of a line. */
  goTo(line: number): void {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
    this.#view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}
