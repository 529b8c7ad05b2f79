import { expect, test } from 'bun:test'
import { localPath } from '@/web/screens/login/local-path'

test('a login leads back to the requested path', () => {
  expect(localPath('/workouts/abc?x=1')).toBe('/workouts/abc?x=1')
})

test.each([
  [undefined],
  [''],
  ['https://example.org'],
  ['//example.org'],
  ['/\\example.org'],
  ['x'],
])('a login never leads to another server, as %p would', (from) => {
  expect(localPath(from)).toBe('/')
})
