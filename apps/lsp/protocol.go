package lsp

import "encoding/json"

// These are the types of the protocol that the server needs. The specification describes their fields.

type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	rangeOf struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string  `json:"uri"`
		Range rangeOf `json:"range"`
	}
	textEdit struct {
		Range   rangeOf `json:"range"`
		NewText string  `json:"newText"`
	}

	documentID struct {
		URI string `json:"uri"`
	}
	documentItem struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	}
	documentParams struct {
		TextDocument documentID `json:"textDocument"`
	}
	placeParams struct {
		TextDocument documentID `json:"textDocument"`
		Position     position   `json:"position"`
	}
	change struct {
		Range *rangeOf `json:"range"`
		Text  string   `json:"text"`
	}

	initializeParams struct {
		RootURI      string   `json:"rootUri"`
		Folders      []folder `json:"workspaceFolders"`
		Capabilities struct {
			General struct {
				PositionEncodings []string `json:"positionEncodings"`
			} `json:"general"`
			TextDocument struct {
				Completion struct {
					CompletionItem struct {
						SnippetSupport bool `json:"snippetSupport"`
					} `json:"completionItem"`
				} `json:"completion"`
			} `json:"textDocument"`
			Workspace struct {
				CodeLens struct {
					RefreshSupport bool `json:"refreshSupport"`
				} `json:"codeLens"`
			} `json:"workspace"`
			Window struct {
				WorkDoneProgress bool `json:"workDoneProgress"`
			} `json:"window"`
		} `json:"capabilities"`
		Options struct {
			Untrusted bool `json:"untrusted"`
		} `json:"initializationOptions"`
	}
	folder struct {
		URI string `json:"uri"`
	}

	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	hover struct {
		Contents markup  `json:"contents"`
		Range    rangeOf `json:"range"`
	}

	diagnostic struct {
		Range    rangeOf       `json:"range"`
		Severity int           `json:"severity"`
		Code     string        `json:"code,omitempty"`
		Source   string        `json:"source"`
		Message  string        `json:"message"`
		Tags     []int         `json:"tags,omitempty"`
		Related  []relatedInfo `json:"relatedInformation,omitempty"`
	}
	relatedInfo struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	publishParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}

	documentSymbol struct {
		Name      string           `json:"name"`
		Detail    string           `json:"detail,omitempty"`
		Kind      int              `json:"kind"`
		Range     rangeOf          `json:"range"`
		Selection rangeOf          `json:"selectionRange"`
		Children  []documentSymbol `json:"children,omitempty"`
	}

	completionItem struct {
		Label    string    `json:"label"`
		Kind     int       `json:"kind"`
		Detail   string    `json:"detail,omitempty"`
		Doc      *markup   `json:"documentation,omitempty"`
		SortText string    `json:"sortText,omitempty"`
		Format   int       `json:"insertTextFormat,omitempty"`
		Edit     *textEdit `json:"textEdit,omitempty"`
	}
	completionList struct {
		Incomplete bool             `json:"isIncomplete"`
		Items      []completionItem `json:"items"`
	}

	logParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
)

// The numbers that the protocol gives to kinds of messages, findings and texts.
const (
	logError, logWarning, logInfo = 1, 2, 3

	severityError, severityWarning, severityInfo = 1, 2, 3

	tagUnnecessary = 1

	formatSnippet = 2
)

// raw returns a value as JSON.
func raw(v any) json.RawMessage {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err) // all types of the protocol can be written
	}
	return out
}
