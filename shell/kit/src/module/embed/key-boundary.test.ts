import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { keepKeys } from './key-boundary.ts';

let host: HTMLElement;
let root: ShadowRoot;
let received: string[];
const hear = (event: Event) => {
  if (event instanceof KeyboardEvent) received.push(event.key);
};

beforeEach(() => {
  received = [];
  host = document.createElement('div');
  root = host.attachShadow({ mode: 'open' });
  root.innerHTML = '<input><button>Go</button>';
  document.body.append(host);
  document.addEventListener('keydown', hear);
});
afterEach(() => {
  document.removeEventListener('keydown', hear);
  host.remove();
});

const press = (where: string, key: string, more: KeyboardEventInit = {}) =>
  root.querySelector(where)?.dispatchEvent(
    new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      composed: true,
      cancelable: true,
      ...more,
    }),
  );

describe('the keys of an element', () => {
  it('stay in it while a text is typed', () => {
    keepKeys(root);
    for (const key of ['n', '/', 'Enter', 'ArrowDown', 'Backspace']) press('input', key);
    expect(received).toEqual([]);
  });

  it('reach the host where they move on, close, or are the browser’s', () => {
    keepKeys(root);
    for (const key of ['Tab', 'Escape', 'F5']) press('input', key);
    press('input', 's', { ctrlKey: true });
    press('button', 'n');
    expect(received).toEqual(['Tab', 'Escape', 'F5', 's', 'n']);
  });

  it('stay in it if one of its parts has handled them', () => {
    keepKeys(root);
    root.querySelector('button')?.addEventListener('keydown', (event) => event.preventDefault());
    press('button', 'j');
    // Also with a later listener at the root, as page keys have.
    root.addEventListener('keydown', (event) => event.preventDefault());
    press('input', 'Escape');
    expect(received).toEqual([]);
  });

  it('all pass once it is gone', () => {
    keepKeys(root)();
    press('input', 'n');
    expect(received).toEqual(['n']);
  });
});
