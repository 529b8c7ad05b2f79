import { expect, test } from 'bun:test'
import { startIdleWork } from '@/jobs/idle-work'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { until } from '../support/until'

test('work for quiet moments tells once when there is none left', async () => {
  const { log } = startServer().ctx
  const told: string[] = []
  let left = 3
  const next = async () => {
    told.push(left > 0 ? 'work' : 'nothing')
    left -= 1
    return left >= 0
  }
  const finished = () => void told.push('finished')
  const { stop } = startIdleWork({ log }, { next, finished, failure: 'failed' }, async () => true)
  afterTest(stop)
  await until('the end', async () => told.includes('finished'))
  expect(told).toEqual(['work', 'work', 'work', 'nothing', 'finished'])
})

test('work for quiet moments is not told to be over where there was none', async () => {
  const { log } = startServer().ctx
  const told: string[] = []
  const next = async () => {
    told.push('nothing')
    return false
  }
  const finished = () => void told.push('finished')
  const { stop } = startIdleWork({ log }, { next, finished, failure: 'failed' }, async () => true)
  afterTest(stop)
  await until('a look', async () => told.length > 0)
  expect(told).toEqual(['nothing'])
})
