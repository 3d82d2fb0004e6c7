import type { Plugin } from 'vite';

const LIBRARY = '@cloudscape-design/components/';
const MESSAGES = `${LIBRARY}i18n/messages/all.en-GB.js`;
const ICONS = `${LIBRARY}icon/generated/icons.js`;
const THEME = `${LIBRARY}internal/base-theme/styles.scoped.css`;
const OWN_CODE = '/console/';

/** Components that the console does not use. Every screen would load their messages. */
const UNUSED_COMPONENTS = [
  'app-layout',
  'calendar',
  'code-editor',
  'collection-preferences',
  'content-layout',
  'date-picker',
  'date-range-picker',
  'features-notification-drawer',
  'file-upload',
  'flashbar',
  'pagination',
  'prompt-input',
  'property-filter',
  's3-resource-selector',
  'split-panel',
  'tag-editor',
  'top-navigation',
  'tutorial-panel',
  'wizard',
];

/** Icons that neither the console nor the components that it uses show. Every screen would load them. */
const UNUSED_ICONS = new RegExp(
  [
    '^(?:anchor-link|angle-(?:left|right)-double|announcement|at-symbol|audio|backward|bug|calendar|call|closed-caption',
    'command|contact|convert|delete-marker|drag|envelope|exit|face|file-open|flag|folder|forward|full-screen|gen-ai|globe',
    'grid|group-active|heart|history|insert|internal-link|light-dark|list-view|location|map|microphone|mini-player',
    'multiscreen|notification|redo|resize-area|security|send|share|shrink|side-bar|sign-out|slash|star|stop-circle',
    'subtract-minus|suggestions|support|thumbs|ticket|transcript|treeview|undo|unlocked|upload|user-profile|video|view',
    'zoom',
  ].join('|') + ')(?:-|$)|-gen-ai$',
);

/** Rules of the theme for what is inside of components that the console does not use. Every screen would load them. */
const UNUSED_RULE = /^ *\.awsui-context-(?:content-header|flashbar|top-navigation)\b[^{}]*\{[^{}]*\}\n/gm;

/** One entry of the library's object of icons, with its name. */
const ICON = /^ {4}"?([\w-]+)"?: React\.createElement\([\s\S]*?\)\),?\n(?= {4}"?[\w-]+"?: |\};)/gm;
const ICON_NAME = /(?:iconName[=:]|<Icon\b[^>]*\bname=)\s*["']([\w-]+)["']/g;

/** Leaves out messages, icons and styles that the console does not need; the build fails if it begins to use them. */
export function trimLibrary(): Plugin {
  return {
    name: 'trim-library',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith(THEME)) return code.replaceAll(UNUSED_RULE, '');
      if (id.endsWith(MESSAGES)) return withoutMessages(code);
      if (id.endsWith(ICONS))
        return code.replaceAll(ICON, (entry, name: string) => (UNUSED_ICONS.test(name) ? '' : entry));
      const component = UNUSED_COMPONENTS.find(
        (name) => id.endsWith(`${LIBRARY}${name}/internal.js`) || id.endsWith(`${LIBRARY}${name}/index.js`),
      );
      if (component !== undefined) this.error(`The console uses ${component}: keep its messages`);
      if (id.includes(OWN_CODE) && !id.includes('node_modules'))
        for (const [, name = ''] of code.matchAll(ICON_NAME))
          if (UNUSED_ICONS.test(name)) this.error(`The console shows the icon ${name}: keep it`);
      return null;
    },
  };
}

/** The messages of the library: its name, then the locales, then the components. */
type Messages = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

function withoutMessages(code: string): string {
  const prefix = 'export default ';
  const messages = JSON.parse(code.slice(prefix.length).replace(/;\s*$/, '')) as Messages;
  const kept = mapValues(messages, (locales) =>
    mapValues(locales, (components) =>
      Object.fromEntries(Object.entries(components).filter(([name]) => !UNUSED_COMPONENTS.includes(name))),
    ),
  );
  return prefix + JSON.stringify(kept);
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}
