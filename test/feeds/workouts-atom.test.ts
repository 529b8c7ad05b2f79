import { describe, expect, test } from 'bun:test'
import { formatDuration } from '@/lib/time/duration'
import { workoutsAtom } from '@/server/feeds/workouts-atom'
import type { FeedWorkout } from '@/use-cases/workouts/read/read-feed'
import { feedOf, feedRide as ride } from '../support/feeds'
import { parseXml } from '../support/xml'

const atomOf = (...workouts: FeedWorkout[]): string => {
  const duration = (seconds: number) => formatDuration(seconds, 'hours')
  const options = { language: 'de', imperial: false, withDescription: true, duration }
  return workoutsAtom(feedOf(...workouts), options)
}

const textsAt = (atom: string, path: string) =>
  parseXml(atom).flatMap((node) => (node.path === path ? [node.text] : []))

describe('workoutsAtom', () => {
  test('has the elements that RFC 4287 requires, also without workouts', () => {
    const atom = atomOf()
    expect(textsAt(atom, 'feed/title')).toEqual(['Trainingsfeed von ann'])
    expect(textsAt(atom, 'feed/id')).toEqual(['https://ride.example/users/ann'])
    expect(textsAt(atom, 'feed/updated')).toEqual(['2018-01-01T00:00:00Z'])
    expect(textsAt(atom, 'feed/author/name')).toEqual(['ann'])
    expect(atom).toContain('<link rel="self" href="https://ride.example/users/ann/workouts.atom"/>')
  })

  test('describes workouts with the times when they took place and were changed', () => {
    const atom = atomOf(ride, { ...ride, id: 'def', changed: ride.changed - 1000 })
    expect(textsAt(atom, 'feed/updated')).toEqual(['2018-05-10T08:00:00Z'])
    expect(textsAt(atom, 'feed/entry/id')).toEqual([
      'https://ride.example/workouts/abc',
      'https://ride.example/workouts/def',
    ])
    expect(textsAt(atom, 'feed/entry/title')[0]).toBe('Radfahren (Sport) - Over <the> hill & back')
    expect(textsAt(atom, 'feed/entry/published')[0]).toBe('2018-05-09T00:00:00Z')
    expect(textsAt(atom, 'feed/entry/updated')).toEqual([
      '2018-05-10T08:00:00Z',
      '2018-05-10T07:59:59Z',
    ])
    expect(textsAt(atom, 'feed/entry/content')[0]).toContain('<strong>Dauer</strong>: 1:00:06')
  })

  test('escapes the HTML of descriptions once', () => {
    const [content] = textsAt(atomOf({ ...ride, description: 'a < b' }), 'feed/entry/content')
    expect(content).toContain('<p>a &lt; b</p>')
  })
})
