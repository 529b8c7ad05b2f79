import { Progress } from '@mantine/core'
import { t } from '@/web/i18n/text'

/** The progress of an upload. A fully sent file is animated while the server processes it. */
export const UploadProgress = ({ name, share }: { name: string; share: number }) => (
  <Progress
    value={share * 100}
    size="sm"
    animated={share === 1}
    aria-label={t('add.progress', { name })}
  />
)
