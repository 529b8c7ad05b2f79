import { expect, test } from 'bun:test'
import { closeMessage, currentMessage, showMessage } from '@/web/state/messages'

test('a new message replaces the previous one, whose timer does not close it', () => {
  const first = { text: 'Saved' }
  const second = { text: 'Deleted' }
  showMessage(first)
  expect(currentMessage()).toBe(first)
  showMessage(second)
  closeMessage(first)
  expect(currentMessage()).toBe(second)
  closeMessage(second)
  expect(currentMessage()).toBeNull()
})
