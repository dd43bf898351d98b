import { describe, expect, it } from '@rstest/core';
import { act, renderHook } from '@testing-library/react';
import { useDraftListings } from './use-draft-listings.ts';

describe('the listings of a rule in its form', () => {
  it('are added and removed until it is saved', () => {
    const { result } = renderHook(() => useDraftListings([1, 2, 3]));
    act(() => result.current.add([3, 4, 5]));
    act(() => result.current.remove([1, 5]));
    expect(result.current).toMatchObject({ ids: [2, 3, 4], added: 1, removed: 1, isChanged: true });
    act(() => result.current.add([1]));
    expect([...result.current.ids].sort()).toEqual([1, 2, 3, 4]);
    expect(result.current.removed).toBe(0);
    act(() => result.current.remove([2, 3, 4]));
    act(() => result.current.bringBack());
    expect(result.current).toMatchObject({ ids: [1, 2, 3], added: 0, removed: 0 });
    act(() => result.current.add([4]));
    act(() => result.current.reset());
    expect(result.current).toMatchObject({ ids: [1, 2, 3], isChanged: false });
  });

  it('keep their changes if someone else saves other listings', () => {
    const { result, rerender } = renderHook(({ stored }) => useDraftListings(stored), {
      initialProps: { stored: [1, 2] },
    });
    act(() => result.current.add([9]));
    act(() => result.current.remove([2]));
    rerender({ stored: [2, 3] });
    expect(result.current).toMatchObject({ ids: [3, 9], added: 1, removed: 1 });
    rerender({ stored: [3, 9] });
    expect(result.current.isChanged).toBe(false);
  });
});
