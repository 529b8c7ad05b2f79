import { t } from '@/web/i18n/text'

/** Returns the visibility levels with their translated names. */
export const listVisibilityOptions = () =>
  [
    { value: 'private', label: t('level.private') },
    { value: 'followers_only', label: t('level.followers') },
    { value: 'public', label: t('level.public') },
  ] as const

/** Visibility of an object. */
export type Visibility = ReturnType<typeof listVisibilityOptions>[number]['value']

/** Returns the translated name of a visibility level; an unknown level is returned unchanged. */
export const getVisibilityName = (level: string | null): string =>
  listVisibilityOptions().find(({ value }) => value === level)?.label ?? level ?? '–'
