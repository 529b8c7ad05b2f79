import { t } from 'elysia'
import { MAX_DESCRIPTION } from '@/domain/reference/photo-limits'

/** Changes to a photo. */
export const photoChanges = t.Object(
  {
    description: t.Optional(
      t.String({
        description: `What the photo shows, also for people who cannot see it; cut at ${MAX_DESCRIPTION} characters.`,
      }),
    ),
  },
  { minProperties: 1, additionalProperties: true },
)
