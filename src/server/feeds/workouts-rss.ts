import { escapeMarkup, fillText, textElement } from '@/lib/text/escape-markup'
import type { Feed } from '@/use-cases/workouts/read/read-feed'
import { describeWorkout, type FeedOptions, feedTexts, titleOf } from './workout-description'

/** The RFC 822 date of RSS: `Wed, 09 May 2018 00:00:00 +0000`. */
const rssDate = (instant: number) => new Date(instant).toUTCString().replace('GMT', '+0000')

/** An RSS 2.0 document of a user's latest public workouts. */
export function workoutsRss(feed: Feed, options: FeedOptions): string {
  const { language, texts } = feedTexts(options.language)
  const fill = (text: string) => fillText(text, { user: feed.username, product: feed.product })
  const link = `${feed.uiUrl}/users/${feed.username}`
  const latest = feed.workouts[0]?.date ?? feed.now
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    textElement('title', fill(texts.title)),
    textElement('link', link),
    textElement('description', fill(texts.description)),
    `<atom:link href="${escapeMarkup(`${link}/workouts.rss`)}" rel="self"/>`,
    textElement('language', language),
    textElement('lastBuildDate', rssDate(latest)),
    ...feed.workouts.map((workout) => {
      const page = `${feed.uiUrl}/workouts/${workout.id}`
      return [
        '<item>',
        textElement('title', titleOf(workout, texts)),
        textElement('link', page),
        ...(options.withIds ? [textElement('guid', page)] : []),
        textElement(
          'description',
          describeWorkout(workout, { ...options, uiUrl: feed.uiUrl, texts }),
        ),
        textElement('pubDate', rssDate(workout.date)),
        '</item>',
      ].join('\n')
    }),
    '</channel></rss>',
  ].join('\n')
}
