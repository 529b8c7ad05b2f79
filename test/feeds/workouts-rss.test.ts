import { describe, expect, test } from 'bun:test'
import { formatDuration } from '@/lib/time/duration'
import { workoutsRss } from '@/server/feeds/workouts-rss'
import type { FeedWorkout } from '@/use-cases/workouts/read/read-feed'
import { feedOf, feedRide as ride } from '../support/feeds'
import { expectLinear } from '../support/timing'
import { parseXml } from '../support/xml'

const plain = {
  language: undefined,
  imperial: false,
  withDescription: false,
  withIds: false,
  duration: (seconds: number) => formatDuration(seconds, 'hours'),
}

/** The text of the first element with this path, or undefined. */
const textAt = (rss: string, path: string) => parseXml(rss).find((node) => node.path === path)?.text

const description = (workout: FeedWorkout, options = {}) =>
  textAt(workoutsRss(feedOf(workout), { ...plain, ...options }), 'rss/channel/item/description')

describe('workoutsRss', () => {
  test('describes the channel and gives an empty one the current date', () => {
    const rss = workoutsRss(feedOf(), plain)
    expect(textAt(rss, 'rss/channel/title')).toBe("ann's workouts feed")
    expect(textAt(rss, 'rss/channel/link')).toBe('https://ride.example/users/ann')
    expect(textAt(rss, 'rss/channel/description')).toBe(
      'Latest public workouts on Milepost from ann',
    )
    expect(textAt(rss, 'rss/channel/language')).toBe('en')
    expect(textAt(rss, 'rss/channel/lastBuildDate')).toBe('Sat, 14 Mar 2026 12:00:00 +0000')
    expect(rss).toContain(
      '<atom:link href="https://ride.example/users/ann/workouts.rss" rel="self"/>',
    )
  })

  test('describes a workout, with markup in titles escaped', () => {
    const rss = workoutsRss(feedOf(ride), plain)
    expect(textAt(rss, 'rss/channel/item/title')).toBe('Cycling (Sport) - Over <the> hill & back')
    expect(textAt(rss, 'rss/channel/item/link')).toBe('https://ride.example/workouts/abc')
    expect(textAt(rss, 'rss/channel/item/pubDate')).toBe('Wed, 09 May 2018 00:00:00 +0000')
    expect(textAt(rss, 'rss/channel/lastBuildDate')).toBe('Wed, 09 May 2018 00:00:00 +0000')
    expect(description(ride)).toBe(
      '<p>\n<strong>Duration</strong>: 1:00:06<br />\n<strong>Distance</strong>: 16.0 km<br />' +
        '<strong>Ascent</strong>: 60.0 m<strong><br />Descent</strong>: 30.0 m<br />',
    )
  })

  test('includes ids of items on request', () => {
    expect(textAt(workoutsRss(feedOf(ride), plain), 'rss/channel/item/guid')).toBeUndefined()
    const rss = workoutsRss(feedOf(ride), { ...plain, withIds: true })
    expect(textAt(rss, 'rss/channel/item/guid')).toBe('https://ride.example/workouts/abc')
  })

  test.each(['constructor', '__proto__', 'toString', 'xx', ''])(
    'is in English for "%s"',
    (name) => {
      const rss = workoutsRss(feedOf(ride), { ...plain, language: name })
      expect(textAt(rss, 'rss/channel/title')).toBe("ann's workouts feed")
      expect(textAt(rss, 'rss/channel/language')).toBe('en')
    },
  )

  test('omits values that are zero or unknown', () => {
    expect(description({ ...ride, distance: 0, ascent: 0 })).toBe(
      '<p>\n<strong>Duration</strong>: 1:00:06<br />\n',
    )
  })

  test('includes map and altitudes if they are public', () => {
    const text = description({ ...ride, mapId: 'cafe', minAlt: 90.5, maxAlt: 130 })
    expect(text).toStartWith(
      '<p><img src="https://ride.example/api/workouts/map/cafe" alt="Workout map"><br />\n',
    )
    expect(text).toContain(
      '<strong>Min. altitude</strong>: 90.5 m<br /><strong>Max. altitude</strong>: 130.0 m<br />',
    )
  })

  test('formats miles and feet on request', () => {
    const text = description(ride, { imperial: true })
    expect(text).toContain('9.942 mi')
    expect(text).toContain('196.85 ft')
    expect(text).toContain('98.43 ft')
  })

  test('includes texts on request, as sanitised Markdown', () => {
    const text = 'A **good** day <script>alert(1)</script> [x](javascript:alert(1))'
    const shown = description({ ...ride, description: text }, { withDescription: true })
    expect(shown).toContain('\n<strong>Description:</strong>\n<p>A <strong>good</strong> day')
    expect(shown).toEndWith('</p>\n')
    expect(shown).not.toContain('<script')
    expect(shown).not.toContain('javascript:')
    expect(description({ ...ride, description: text })).not.toContain('good')
  })

  const textOf = (markdown: string) => {
    const shown = description({ ...ride, description: markdown }, { withDescription: true }) ?? ''
    return shown.slice(shown.indexOf('Description')).replace('Description:</strong>', '').trim()
  }

  test('renders nested quotes and lists', () => {
    expect(textOf('> > a\n\n- one\n  - two')).toMatch(/^<p>a<\/p>\s+one\s+two$/)
    expect(textOf('> - 1. > * > a')).toContain('&gt; a')
    expect(textOf('* * * * * *\n\n---------')).toBe('')
  })

  test('handles any text in linear time', () => {
    expect(textOf('>'.repeat(10_000))).toContain('&gt;'.repeat(9000))
    expectLinear((size) => textOf(`${'> '.repeat(size)}\nx)`), 600)
  })

  test.each([
    ['fr', 'Flux de séances de ann', 'Vélo (Sport) - Over <the> hill & back'],
    ['de', 'Trainingsfeed von ann', 'Radfahren (Sport) - Over <the> hill & back'],
    ['xx', "ann's workouts feed", 'Cycling (Sport) - Over <the> hill & back'],
  ])('is written in %s', (language, title, item) => {
    const rss = workoutsRss(feedOf(ride), { ...plain, language })
    expect(textAt(rss, 'rss/channel/title')).toBe(title)
    expect(textAt(rss, 'rss/channel/item/title')).toBe(item)
  })
})
