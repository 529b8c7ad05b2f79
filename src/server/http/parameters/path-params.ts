import { t } from 'elysia'

/** Path parameters that several route groups share, and descriptions of their 404 responses. */

export const workoutParams = t.Object({
  workout_short_id: t.String({ description: 'Short id of the workout.' }),
})
export const NO_FILE = 'The recording is missing in the storage, or a service did not respond.'
export const NO_MAP =
  'The workout does not exist or has no recording, or the caller may not see its map.'
export const NO_WORKOUT = 'The workout does not exist, or the caller may not see it.'

export const commentParams = t.Object({
  comment_short_id: t.String({ description: 'Short id of the comment.' }),
})
export const NO_COMMENT = 'The comment does not exist, or the caller may not see it.'

export const userParams = t.Object({
  user_name: t.String({ description: 'Username, in any case.' }),
})
export const NO_USER = 'There is no such user, or the account is not active.'

export const sportParams = t.Object({
  sport_id: t.Integer({ description: 'Number of the sport.' }),
})
export const dayParams = t.Object({
  day: t.String({ description: '`YYYY-MM-DD`, in the calendar of the caller.' }),
})

export const NO_SPORT = 'There is no such sport.'

export const sanctionParams = t.Object({
  action_short_id: t.String({ description: 'Short id of the moderators’ action.' }),
})
export const NO_SANCTION = 'There is no such action against the caller.'

export const NO_RECORDING = 'The caller has no such workout, or it has no recording.'

/** Why a caller who is not the owner is denied. */
export const NOT_OWN = 'It belongs to another user, or the token lacks permission.'
