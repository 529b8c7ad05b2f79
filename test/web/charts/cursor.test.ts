import { expect, test } from 'bun:test'
import { createCursor } from '@/web/charts/cursor'

test('a cursor tells its listeners when it moves, and only then', () => {
  const cursor = createCursor()
  const heard: (number | null)[] = []
  const stop = cursor.subscribe(() => heard.push(cursor.get()))
  for (const index of [null, 4, 4, 5, null]) cursor.set(index)
  stop()
  cursor.set(7)
  expect(heard).toEqual([4, 5, null])
  expect(cursor.get()).toBe(7)
})
