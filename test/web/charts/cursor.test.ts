import { expect, test } from 'bun:test'
import { createCursor } from '@/web/charts/cursor'

test('a cursor notifies its listeners only when it moves', () => {
  const cursor = createCursor()
  const heard: (number | null)[] = []
  const stop = cursor.subscribe(() => heard.push(cursor.get()))
  for (const index of [null, 4, 4, 5, null]) cursor.set(index)
  stop()
  cursor.set(7)
  expect(heard).toEqual([4, 5, null])
  expect(cursor.get()).toBe(7)
})
