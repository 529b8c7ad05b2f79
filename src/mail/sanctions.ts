import { action, type Block, image, type Letter, quote, text } from './letter'

/** A comment or workout that a moderator has acted on, as mails show it. */
export type SanctionedContent =
  | {
      kind: 'comment'
      /** Plain text. */
      text: string
      date: number
      /** Where it is found in the web UI. */
      path: string
    }
  | {
      kind: 'workout'
      title: string
      date: number
      path: string
      /** Path of the picture of its map, if there is one. */
      mapPath: string | undefined
    }

/** What a moderator wrote about a decision; nothing when there is no reason. */
export const reasonFor = (letter: Letter, reason: string | null): Block[] =>
  reason ? [text(letter.text('moderation.reason')), quote(reason)] : []

/** What the decision is about; nothing when it is no longer there. */
export function about(letter: Letter, content: SanctionedContent | undefined): Block[] {
  if (!content) return []
  const date = letter.date(content.date)
  if (content.kind === 'comment')
    return [text(letter.text('moderation.comment', { date })), quote(content.text)]
  const { title, mapPath } = content
  return [
    text(letter.text('moderation.workout', { title, date })),
    ...(mapPath ? [image(letter.text('moderation.map'), letter.link(mapPath))] : []),
  ]
}

/** The way to the content. */
export const seeContent = (letter: Letter, content: SanctionedContent | undefined): Block[] =>
  content ? [action(letter.text(`moderation.see_${content.kind}`), letter.link(content.path))] : []

/** The page where to appeal. */
export const appealAt = (letter: Letter, path: string): Block =>
  action(letter.text('moderation.appeal'), letter.link(path))
