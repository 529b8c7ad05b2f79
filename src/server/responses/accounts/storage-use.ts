import { Type } from '@sinclair/typebox'
import { count, nullable } from '@/server/responses/fields'

export const storageUse = Type.Object(
  {
    used: Type.Object({
      bytes: count(
        'Bytes of all files: recordings, pictures, photos, map images, exports and the inbox.',
      ),
      files: count('Number of these files.'),
      workouts: count('Workouts of the account.'),
    }),
    limits: Type.Object({
      bytes: nullable(count('Maximum bytes; null without a limit.')),
      files: nullable(count('Maximum files; null without a limit.')),
      workouts: nullable(count('Maximum workouts; null without a limit.')),
    }),
  },
  { description: 'Storage use and quotas of an account.' },
)
