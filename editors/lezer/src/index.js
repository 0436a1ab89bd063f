// The parser with the styles of its tokens, for LRLanguage.define of CodeMirror.

import { styleTags, tags } from "@lezer/highlight";
import { parser as plain } from "./parser.js";

export const parser = plain.configure({
  props: [
    styleTags({
      "DeclarationKeyword": tags.definitionKeyword,
      "Keyword": tags.keyword,
      "Name": tags.name,
      "Number": tags.number,
      "Char": tags.character,
      "String Map": tags.string,
      "Escape": tags.escape,
      "Comment": tags.lineComment,
      "Operator": tags.operator,
      "{ }": tags.brace,
    }),
  ],
});
