import { Switch } from '@mantine/core'
import { t } from '@/web/i18n/text'
import { setSingleKeys, useSingleKeys } from '@/web/state/shortcuts'

/** A switch that enables or disables single-key shortcuts in this browser. */
export function SingleKeysSwitch() {
  const work = useSingleKeys()
  return (
    <Switch
      label={t('keys.single')}
      description={t('keys.singleHint')}
      size="md"
      checked={work}
      onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
    />
  )
}
