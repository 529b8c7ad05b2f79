import { Dialog } from '@/web/components/feedback/Dialog'
import { SingleKeysSwitch } from '@/web/components/forms/SingleKeysSwitch'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './KeysHelp.module.css'

/** Returns the name of the modifier key on this platform. */
const getModifierKey = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

const KEYS: readonly (readonly [keys: () => string[], does: TextKey])[] = [
  [() => [`${getModifierKey()} K`, '/'], 'keys.search'],
  [() => ['n'], 'nav.add'],
  [() => ['j'], 'keys.next'],
  [() => ['k'], 'keys.previous'],
  [() => ['?'], 'keys.help'],
  [() => ['Esc'], 'keys.close'],
]

/** A dialog that lists the keyboard shortcuts available on all screens. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keys.title')} opened onClose={onClose}>
      <dl className={classes.keys}>
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys().map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysSwitch />
    </Dialog>
  )
}
