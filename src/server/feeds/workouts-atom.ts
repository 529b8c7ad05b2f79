import { escapeMarkup, fillText, textElement } from '@/lib/text/escape-markup'
import type { Feed } from '@/use-cases/workouts/read/read-feed'
import { describeWorkout, type FeedOptions, feedTexts, titleOf } from './workout-description'

const dated = (name: string, instant: number) =>
  textElement(name, new Date(instant).toISOString().replace('.000Z', 'Z'))
const link = (rel: string, url: string) => `<link rel="${rel}" href="${escapeMarkup(url)}"/>`

/** An Atom document (RFC 4287) of a user's latest public workouts. */
export function workoutsAtom(feed: Feed, options: Omit<FeedOptions, 'withIds'>): string {
  const { language, texts } = feedTexts(options.language)
  const fill = (text: string) => fillText(text, { user: feed.username, product: feed.product })
  const page = `${feed.uiUrl}/users/${feed.username}`
  const updated = feed.workouts.map(({ changed }) => changed)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    textElement('title', fill(texts.title)),
    textElement('subtitle', fill(texts.description)),
    textElement('id', page),
    link('alternate', page),
    link('self', `${page}/workouts.atom`),
    `<author>${textElement('name', feed.username)}${textElement('uri', page)}</author>`,
    dated('updated', Math.max(feed.since, ...updated)),
    ...feed.workouts.map((workout) => {
      const url = `${feed.uiUrl}/workouts/${workout.id}`
      const content = describeWorkout(workout, { ...options, uiUrl: feed.uiUrl, texts })
      return [
        '<entry>',
        textElement('title', titleOf(workout, texts)),
        textElement('id', url),
        link('alternate', url),
        dated('published', workout.date),
        dated('updated', workout.changed),
        `<content type="html">${escapeMarkup(content)}</content>`,
        '</entry>',
      ].join('\n')
    }),
    '</feed>',
  ].join('\n')
}
