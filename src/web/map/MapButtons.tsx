import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'
import classes from './MapButtons.module.css'

/** Back to the whole way, and larger. */
export function MapButtons({
  fullscreen,
  onReset,
  onFullscreen,
}: {
  fullscreen: boolean
  onReset: () => void
  onFullscreen: () => void
}) {
  const size = t(fullscreen ? 'map.small' : 'map.large')
  const SizeIcon = fullscreen ? IconMinimize : IconMaximize
  return (
    <div className={classes.buttons}>
      {/* Phones of some makers show nothing but films over the whole screen. */}
      {document.fullscreenEnabled && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={size}
          title={size}
          onClick={onFullscreen}
        >
          <SizeIcon size={19} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('map.reset')}
        title={t('map.reset')}
        onClick={onReset}
      >
        <IconFocusCentered size={19} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
