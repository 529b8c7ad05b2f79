import { t } from '@/web/i18n/text'

/** Who may see something, in words. */
export const levelOptions = () =>
  [
    { value: 'private', label: t('level.private') },
    { value: 'followers_only', label: t('level.followers') },
    { value: 'public', label: t('level.public') },
  ] as const

/** Who may see something. */
export type Level = ReturnType<typeof levelOptions>[number]['value']

/** The words for one level; the bare level for one this page does not know. */
export const levelName = (level: string | null): string =>
  levelOptions().find(({ value }) => value === level)?.label ?? level ?? '–'
