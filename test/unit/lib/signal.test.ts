import { expect, test } from 'bun:test'
import { Signal } from '@/lib/signal'

const LONG = 60_000

test('a signal wakes everybody who waits', async () => {
  const signal = new Signal()
  const sleepers = [signal.wait(0, LONG), signal.wait(0, LONG)]
  signal.raise()
  await Promise.all(sleepers)
  expect(signal.raised).toBe(1)
})

test('news that came while one was busy end the next wait at once', async () => {
  const signal = new Signal()
  const { raised } = signal
  signal.raise()
  await signal.wait(raised, LONG)
  expect(signal.raised).toBe(1)
})

test('without news a wait ends when its time is over', async () => {
  const started = performance.now()
  await new Signal().wait(0, 20)
  expect(performance.now() - started).toBeGreaterThan(15)
})
