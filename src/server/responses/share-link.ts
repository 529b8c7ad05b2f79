import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { day, flag, nullable, numericId, text, timestamp } from '@/server/responses/fields'
import type { ShareLinkRow } from '@/store/db/queries/workouts/share-links'

export const shareLink = Type.Object(
  {
    created_at: timestamp('When the link was created.'),
    expires_at: nullable(timestamp('When the link stops working; null: never.')),
    id: numericId('Number of the link in URLs of this API.'),
    last_opened_on: nullable(
      day("Day on which it was last opened, in the owner's calendar; null: never."),
    ),
    with_map: flag('Whether people with the link see the route.'),
  },
  { $id: 'ShareLink', description: 'A public link to a workout, without its secret URL.' },
)

export const newShareLink = Type.Object(
  {
    ...shareLink.properties,
    url: text('Its URL. It is returned only here; it cannot be retrieved later.'),
  },
  { $id: 'CreatedShareLink', description: 'A new public link to a workout, with its secret URL.' },
)

export const presentShareLink = (link: ShareLinkRow): Static<typeof shareLink> => ({
  created_at: formatHttpDate(link.created_at),
  expires_at: link.expires_at === null ? null : formatHttpDate(link.expires_at),
  id: link.id,
  last_opened_on: link.last_opened_on,
  with_map: link.with_map === 1,
})

/** Why a picture is not drawn (503). */
export const TOO_MANY_PICTURES = 'Too many pictures are being drawn.'
