import { describe, expect, test } from 'bun:test'
import { formatDuration } from '@/lib/time/duration'
import { workoutsAtom } from '@/server/feeds/workouts-atom'
import type { Feed, FeedWorkout } from '@/use-cases/workouts/read/read-feed'
import { parseXml } from '../support/xml'

const ride: FeedWorkout = {
  id: 'abc',
  sportId: 1,
  title: 'Over <the> hill & back',
  description: null,
  date: Date.parse('2018-05-09T07:00:00Z'),
  changed: Date.parse('2018-05-10T08:00:00Z'),
  moving: 3606,
  distance: 16,
  minAlt: null,
  maxAlt: null,
  ascent: 60,
  descent: 30,
  mapId: null,
}

const atomOf = (...workouts: FeedWorkout[]): string => {
  const feed: Feed = {
    uiUrl: 'https://ride.example',
    product: 'Milepost',
    username: 'ann',
    since: Date.parse('2018-01-01T00:00:00Z'),
    workouts,
    now: Date.parse('2026-03-14T12:00:00Z'),
  }
  const duration = (seconds: number) => formatDuration(seconds, 'hours')
  return workoutsAtom(feed, { language: 'de', imperial: false, withDescription: true, duration })
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
    expect(textsAt(atom, 'feed/entry/published')[0]).toBe('2018-05-09T07:00:00Z')
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
