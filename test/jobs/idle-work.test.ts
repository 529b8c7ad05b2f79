import { expect, test } from 'bun:test'
import { isQuietWithout, startIdleWork } from '@/jobs/idle-work'
import { givingBack } from '@/jobs/release-memory'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { until } from '../support/until'

test('idle work reports its end once', async () => {
  const { log } = startServer().ctx
  const told: string[] = []
  let left = 3
  const next = async () => {
    told.push(left > 0 ? 'work' : 'nothing')
    left -= 1
    return left >= 0
  }
  const finished = () => void told.push('finished')
  const { stop } = startIdleWork({ log }, [{ next, finished, failure: 'failed' }], async () => true)
  afterTest(stop)
  await until('the end', async () => told.includes('finished'))
  expect(told).toEqual(['work', 'work', 'work', 'nothing', 'finished'])
})

test('idle work does not report its end when there was none', async () => {
  const { log } = startServer().ctx
  const told: string[] = []
  const next = async () => {
    told.push('nothing')
    return false
  }
  const finished = () => void told.push('finished')
  const { stop } = startIdleWork({ log }, [{ next, finished, failure: 'failed' }], async () => true)
  afterTest(stop)
  await until('a look', async () => told.length > 0)
  expect(told).toEqual(['nothing'])
})

test('idle work is done one after another, whatever fails', async () => {
  const { log } = startServer().ctx
  const told: string[] = []
  const work = (name: string, pieces: number, end = () => {}) => {
    let left = pieces
    return {
      next: async () => {
        left -= 1
        if (left >= 0) told.push(name)
        return left >= 0
      },
      finished: () => {
        told.push(`end of ${name}`)
        end()
      },
      failure: 'failed',
    }
  }
  const fail = () => {
    throw new Error('it cannot')
  }
  const failing = { next: async () => fail(), failure: 'failed' }
  const works = [failing, work('first', 2, fail), work('second', 2)]
  const { stop } = startIdleWork({ log }, works, async () => true)
  afterTest(stop)
  await until('the end', async () => told.includes('end of second'))
  expect(told).toEqual(['first', 'first', 'end of first', 'second', 'second', 'end of second'])
})

test('memory is released at idle times, once usage has grown considerably', async () => {
  const given: number[] = []
  let megabytes = 0
  const giveBack = () => {
    given.push(megabytes)
    megabytes = 70
  }
  const { next } = givingBack({ used: () => megabytes * 1024 * 1024, giveBack })
  for (const used of [60, 80, 90, 93, 95, 50, 73, 75]) {
    megabytes = used
    expect(await next(() => false)).toBe(false)
  }
  expect(given).toEqual([90, 95, 75])
})

test('the server is not idle while a recording is being read', async () => {
  const { recordings } = startServer().ctx
  const pause = async () => {}
  expect(await isQuietWithout({ isReading: true })(pause)).toBe(false)
  expect(await isQuietWithout(recordings)(pause)).toBe(true)
})
