/** The file of settings as it is when nobody has changed it. */
export const SETTINGS_TEMPLATE = `# Settings of Milepost, one NAME=value a line; its README lists them.
#HOST=0.0.0.0
#UI_URL=https://milepost.example.org
`

/** Folders that the unit keeps from the server, so that systemd could start nothing there. */
const HIDDEN = /^(\/home|\/root|\/run\/user|\/tmp|\/var\/tmp)\//

/** Where administrators put programs that no package brings. */
const COMMON_PLACE = '/usr/local/bin/milepost'

/** @throws Error when an executable is where its unit would not find it. */
export function requireVisible(program: string): void {
  const [, folder] = HIDDEN.exec(program) ?? []
  if (folder)
    throw new Error(
      `The unit hides ${folder} from the server, and so its executable. Put that elsewhere first:\n` +
        `  install ${program} ${COMMON_PLACE} && ${COMMON_PLACE} service install`,
    )
}

/** What differs between installations. */
export interface UnitOptions {
  /** Absolute path of the executable. */
  program: string
  /** Settings, one `NAME=value` a line; the file may be missing. */
  environmentFile: string
  /** Name below `/var/lib` of the data folder. */
  stateDirectory: string
  /** An account that exists. */
  user: string
  /** Whether that account may read the settings, and so again when it is told to. */
  readsSettings: boolean
  /** Most memory, as systemd writes it. */
  memoryMax: string
}

/** The account of the server, as systemd-sysusers makes it: commands work on the data as the same one. */
export const SYSTEM_USER = 'u milepost - "Milepost" /var/lib/milepost\n'

const reload = (environmentFile: string) => `Environment=ENV_FILE=${environmentFile}
ExecReload=/bin/kill -HUP $MAINPID
`

/**
 * A systemd unit that gives the server nothing it does not need. What it keeps: sockets of the Internet and of Unix, one
 * folder to write to, and memory that is written and then run, without which JavaScript would be ten times as slow.
 */
export const systemdUnit = (options: UnitOptions): string => `[Unit]
Description=Milepost workout tracking
Documentation=man:milepost(1)
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${options.program} serve
Environment=DATA_DIR=/var/lib/${options.stateDirectory}
EnvironmentFile=-${options.environmentFile}
User=${options.user}
${options.readsSettings ? reload(options.environmentFile) : ''}StateDirectory=${options.stateDirectory}
StateDirectoryMode=0700
RuntimeDirectory=${options.stateDirectory}
WorkingDirectory=/var/lib/${options.stateDirectory}
UMask=0077
Restart=on-failure
RestartSec=5
TimeoutStopSec=20
MemoryMax=${options.memoryMax}
TasksMax=256
LimitNOFILE=16384

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
PrivateMounts=yes
ProtectSystem=strict
ProtectHome=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=setpriority sched_setattr
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
