import type { PageData } from '../schema/page-data.ts'

/** Returns the script in the head of a page, which runs before the first paint. */
export function getInlineScript({ blocks, browser }: PageData): string {
  const has = (name: string) => blocks.some(({ type }) => type === name)
  const hasAnswers = has('faq')
  return (
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
