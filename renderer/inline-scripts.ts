import type { PageData, SiteData } from '../schema/page-data.ts'

/** Returns the script in the head of a page, which runs before the first paint. */
export function getInlineScript({ blocks, browser }: PageData, { theme }: SiteData): string {
  const has = (name: string) => blocks.some(({ type }) => type === name)
  const hasAnswers = has('faq')
  return (
    createFontScript(theme?.fonts ?? ['besley', 'figtree']) +
    (hasAnswers || has('tabs') ? revealTargetScript : '') +
    (hasAnswers || browser.live.length > 0 ? showKeptScript : '') +
    (hasAnswers ? keepAnswerScript : '')
  )
}

/**
 * Shows the tab or the answer named by the URL fragment before the first paint. Browsers apply
 * `:target` and open `details` only later, which would shift the layout. Only one answer can be
 * open, so one that is open by default is hidden. The loader removes this stylesheet.
 */
const revealTargetScript =
  '{const h=location.hash;if(/^#[\\w-]+$/.test(h)){' +
  'const s=new CSSStyleSheet;s.replaceSync(`' +
  '.tab-group:has(${h}):not([data-alive])>.tab-panel:not(${h}){display:none!important}' +
  '.tab-group:not([data-alive])>${h}.tab-panel{display:grid!important}' +
  'details:has(${h})::details-content{content-visibility:visible;block-size:auto}' +
  ':root:has(details ${h}) details:not(:has(${h}))::details-content{content-visibility:hidden}`);' +
  'document.adoptedStyleSheets=[s]}}'

/**
 * Makes place for what `useKeptChoice` restores later, so that the layout does not shift, and opens
 * the answer that was open. The application removes this stylesheet.
 */
const showKeptScript =
  '{const k=history.state?.kept;if(k){const s=new CSSStyleSheet;' +
  's.replaceSync(Object.values(k).map(v=>v.css).join(""));' +
  'document.adoptedStyleSheets.push(s);const q=k.faq?.value;' +
  'if(q!=null)addEventListener("DOMContentLoaded",()=>{' +
  'for(const d of document.querySelectorAll(".faq details"))d.open=d.matches(q)})}}'

/** Keeps the open answer in the history entry: its selector, or one that selects nothing. */
const keepAnswerScript =
  'addEventListener("click",e=>e.target.closest(".faq summary")&&setTimeout(()=>{' +
  'const d=document.querySelector(".faq details[open]"),t=history.state,' +
  'n=x=>`:nth-child(${[...x.parentElement.children].indexOf(x)+1})`,' +
  'q=d?`#main>${n(d.closest("#main>*"))} .faq-items>${n(d)}`:":not(*)";' +
  'history.replaceState({...t,kept:{...t?.kept,faq:{value:q,css:' +
  '`${q}::details-content{content-visibility:visible;block-size:auto}' +
  '.faq details:not(${q})::details-content{content-visibility:hidden}`}}},"")}))'

/**
 * Shows typefaces that arrive after the first paint, without moving anything. Where the lines of a
 * text would break otherwise than in its fallback, its words move a little closer together or
 * apart; where the parts of a row would, its letters. The few texts for which that is not enough
 * keep their fallback. All of it happens before the browser paints.
 */
const createFontScript = (fonts: string[]) =>
  `document.fonts.load("1em ${fonts.map((font) => `${font}-late`).join()}").then(()=>{const ` +
  'e=[...document.querySelectorAll("#root *")].filter(x=>x.clientHeight),' +
  // Has text, or only inline elements, which have no height of their own.
  't=x=>[...x.childNodes].some(y=>y.nodeType==3)||![...x.children].some(y=>y.clientHeight),' +
  // Its height, and where its children end.
  'm=x=>{const o=x.getBoundingClientRect(),u=t(x);return[o.height,...[...x.children].flatMap(y=>' +
  '{const r=[...y.getClientRects()].pop();return r?[r.bottom-o.top,u&&r.right-o.left]:[]})]},' +
  'b=new Map(e.map(x=>[x,m(x)])),' +
  // How much of that differs: where something is lower or higher, at least 9e4.
  'd=x=>{const a=m(x);return b.get(x).reduce((s,v,i)=>{' +
  'const n=Math.abs(v-a[i]);return n>9?s+(i&&i%2<1?n:1e4*n):s},0)},' +
  'f=(c,p,k)=>{const g=new Map(c.map(x=>[x,[d(x),""]]));' +
  'for(const s of[-.02,.02,-.04,.04,-.06,.06,-.09,.09]){' +
  'c=c.filter(x=>g.get(x)[0]);' +
  'for(const x of c)x.style[p]=s*k+"em";' +
  'for(const x of c)if(d(x)<g.get(x)[0])g.set(x,[d(x),s*k+"em"])}' +
  'for(const[x,[v,s]]of g){x.style[p]=v<50?s:"";' +
  'if(v>=50)x.style.fontFamily=getComputedStyle(x).fontFamily.replace(/.*-late"?,/,"")}};' +
  'document.documentElement.dataset.fonts="";' +
  'f(e.filter(x=>t(x)&&d(x)),"wordSpacing",1);' +
  'const r=e.filter(x=>!t(x)&&d(x));' +
  'f(r.filter(x=>!r.some(y=>y!=x&&x.contains(y))),"letterSpacing",.2)},()=>{});'
