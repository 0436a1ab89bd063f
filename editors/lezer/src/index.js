// The parser with the styles of its tokens, for LRLanguage.define of CodeMirror.

import { styleTags, tags } from "@lezer/highlight";
import { parser as plain } from "./parser.js";

export const parser = plain.configure({
  props: [
    styleTags({
      "DeclarationKeyword": tags.definitionKeyword,
      "Keyword": tags.keyword,
      "Name": tags.variableName,
      "ParamDecl/Name ConstDecl/Name DefDecl/Name StateDecl/Name MoveDecl/Name HeuristicDecl/Name": tags.definition(tags.variableName),
      "PuzzleDecl/Name TypeDecl/Name EnumDecl/Name InstanceDecl/Name SymmetryDecl/Name RelaxationDecl/Name": tags.definition(tags.variableName),
      "Binding/Name BindVar/Target/Name IndexVar/Name": tags.local(tags.variableName),
      "Call/Name Pattern/Name": tags.function(tags.variableName),
      "Number": tags.number,
      "Char": tags.character,
      "Str Map": tags.string,
      "Escape": tags.escape,
      "Comment": tags.lineComment,
      "Operator": tags.operator,
      "{ }": tags.brace,
      "[ ]": tags.squareBracket,
      "( )": tags.paren,
    }),
  ],
});
