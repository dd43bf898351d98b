import { setTimeout } from 'node:timers/promises';
import { afterAll } from '@rstest/core';

// React goes on in turns of its own after the last test of a file, when nothing of the page may be left any more.
afterAll(() => setTimeout());
