import { Progress } from '@mantine/core'
import { t } from '@/web/i18n/text'

/** How much of a file has been sent; what is sent whole is being read by the server. */
export const UploadProgress = ({ name, share }: { name: string; share: number }) => (
  <Progress
    value={share * 100}
    size="sm"
    animated={share === 1}
    aria-label={t('add.progress', { name })}
  />
)
