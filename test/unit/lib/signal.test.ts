import { expect, test } from 'bun:test'
import { Signal } from '@/lib/concurrency/signal'

const LONG = 60_000

test('a signal wakes all waiters', async () => {
  const signal = new Signal()
  const sleepers = [signal.wait(0, LONG), signal.wait(0, LONG)]
  signal.raise()
  await Promise.all(sleepers)
  expect(signal.raised).toBe(1)
})

test('a signal raised before the wait ends it at once', async () => {
  const signal = new Signal()
  const { raised } = signal
  signal.raise()
  await signal.wait(raised, LONG)
  expect(signal.raised).toBe(1)
})

test('a wait without a signal ends after its timeout', async () => {
  const started = performance.now()
  await new Signal().wait(0, 20)
  expect(performance.now() - started).toBeGreaterThan(15)
})
